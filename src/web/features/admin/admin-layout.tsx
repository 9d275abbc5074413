import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LoadError, LoadingPlaceholder } from '../../ui/page-state.tsx';
import { NoAccess } from '../../ui/problems/no-access.tsx';
import layout from '../../ui/side-navigation.module.css';
import { projectsQuery } from '../projects/queries.ts';

const parts = [
  { to: '/admin', name: 'overview' },
  { to: '/admin/projects', name: 'projects' },
  { to: '/admin/people', name: 'people' },
  { to: '/admin/audit', name: 'audit' },
] as const;

/** Only administrators have the right to create projects, so that right decides who comes in. */
export function AdminLayout() {
  const { t } = useTranslation();
  const projects = useInfiniteQuery(projectsQuery);
  if (projects.isError) return <LoadError error={projects.error} />;
  if (projects.data === undefined) return <LoadingPlaceholder />;
  if (projects.data.pages[0]?.rights.create !== true) {
    return (
      <NoAccess title={t('admin.refusalTitle')} text={t('admin.refusalText')} ask={t('manage.refusal.askOrganisers')} />
    );
  }
  return (
    <div className={layout.area}>
      <nav aria-label={t('admin.navigation')} className={layout.navigation}>
        <Text size="sm" fw={650} mb={{ base: 4, md: 'sm' }} w="100%" px={{ base: 0, md: '0.8rem' }}>
          {t('admin.title')}
        </Text>
        {parts.map(({ to, name }) => (
          <Link
            key={to}
            to={to}
            className="muster-nav-link"
            activeOptions={{ exact: name === 'overview', includeSearch: false }}
          >
            {t(`admin.parts.${name}`)}
          </Link>
        ))}
      </nav>
      <div>
        <Outlet />
      </div>
    </div>
  );
}
