import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Refused, Waiting } from '../../ui/page-state.tsx';
import { Refusal } from '../projects/no-access.tsx';
import '../projects/manage.css';
import { projectsQuery } from '../projects/manage-queries.ts';

const parts = [
  { to: '/admin', word: 'overview' },
  { to: '/admin/projects', word: 'projects' },
  { to: '/admin/people', word: 'people' },
  { to: '/admin/audit', word: 'audit' },
] as const;

/** The right to create projects is the one that the service tells administrators by. */
export function AdminLayout() {
  const { t } = useTranslation();
  const projects = useInfiniteQuery(projectsQuery);
  if (projects.isError) return <Refused error={projects.error} />;
  if (projects.data === undefined) return <Waiting />;
  if (projects.data.pages[0]?.rights.create !== true) {
    return (
      <Refusal title={t('admin.refusalTitle')} text={t('admin.refusalText')} ask={t('manage.refusal.askOrganisers')} />
    );
  }
  return (
    <div className="muster-manage">
      <nav aria-label={t('admin.navigation')} className="muster-manage-nav">
        <Text size="sm" fw={650} mb={{ base: 4, md: 'sm' }} w="100%" px={{ base: 0, md: '0.8rem' }}>
          {t('admin.title')}
        </Text>
        {parts.map(({ to, word }) => (
          <Link
            key={to}
            to={to}
            className="muster-nav-link"
            activeOptions={{ exact: word === 'overview', includeSearch: false }}
          >
            {t(`admin.parts.${word}`)}
          </Link>
        ))}
      </nav>
      <div>
        <Outlet />
      </div>
    </div>
  );
}
