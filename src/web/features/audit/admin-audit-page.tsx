import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { AuditView } from './audit-view.tsx';
import { loadAdministered } from '../projects/managed-project.ts';
import { projectsQuery } from '../projects/queries.ts';
import { auditQuery } from './queries.ts';
import { auditSearch } from './search.ts';

export const loadAdminAuditPage = loadAdministered(({ loadPages, search }) => {
  const { order = 'newest', ...filter } = auditSearch(search);
  return loadPages(auditQuery(filter, order));
});

export function AdminAuditPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const filter = useSearch({ from: '/signed-in/admin/audit' });
  const projects = useInfiniteQuery(projectsQuery).data?.pages.flatMap((page) => page.data) ?? [];
  usePageTitle(`${t('admin.parts.audit')} · ${t('admin.title')}`);
  return (
    <>
      <PageHead title={t('admin.parts.audit')} help={t('admin.audit.lead')} />
      <AuditView
        filter={filter}
        projects={projects}
        onFilter={(next) => void navigate({ to: '/admin/audit', search: next })}
      />
    </>
  );
}
