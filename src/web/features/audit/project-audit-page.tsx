import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { loadManaged, useManagedProject } from '../projects/managed-project.ts';
import { AuditView } from './audit-view.tsx';
import { auditQuery } from './queries.ts';
import { auditSearch } from './search.ts';
import { OtherZone } from '../projects/event/event-zone.tsx';

export const loadProjectAuditPage = loadManaged('read_audit', ({ loadPages, params: { pid }, search }) => {
  const { order = 'newest', ...filter } = auditSearch(search);
  return loadPages(auditQuery({ ...filter, project: pid }, order));
});

export function ProjectAuditPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pid, project } = useManagedProject();
  const search = useSearch({ from: '/signed-in/projects/$pid/manage/audit' });
  usePageTitle(`${t('manage.parts.audit')} · ${project.name}`);
  if (!project.rights.read_audit) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHead title={t('manage.parts.audit')} help={t('admin.audit.projectLead')} />
      <OtherZone />
      <AuditView
        filter={{ ...search, project: pid }}
        inside={project}
        onFilter={(filter) => {
          const { project: _, ...next } = filter;
          void navigate({ to: '/projects/$pid/manage/audit', params: { pid }, search: next });
        }}
      />
    </>
  );
}
