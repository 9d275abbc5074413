import { useInfiniteQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SectionFrame } from '../../ui/navigation/section-navigation.tsx';
import { LoadError, LoadingPlaceholder } from '../../ui/page-state.tsx';
import { NoAccess } from '../../ui/problems/no-access.tsx';
import { projectsQuery } from '../projects/queries.ts';
import type { Loads } from '../../loading.ts';

const parts = [
  { to: '/admin', name: 'overview' },
  { to: '/admin/projects', name: 'projects' },
  { to: '/admin/people', name: 'people' },
  { to: '/admin/audit', name: 'audit' },
] as const;

export const loadAdminLayout = ({ loadPages }: Loads) => loadPages(projectsQuery);

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
    <SectionFrame
      label={t('admin.navigation')}
      menuName={t('admin.title')}
      title={t('admin.title')}
      sections={parts.map(({ to, name }) => ({ key: to, text: t(`admin.parts.${name}`), link: { to } }))}
    >
      <Outlet />
    </SectionFrame>
  );
}
