import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../ui/page-state.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { useManagedProject } from '../projects/managed-project.ts';
import { subsidiesQuery } from './queries.ts';
import { SubsidyForm } from './subsidy-form.tsx';

export function SubsidiesPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  const table = useQuery(subsidiesQuery(pid));
  usePageTitle(`${t('manage.parts.travel')} · ${project.name}`);
  if (!project.rights.edit_subsidies) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHeading title={t('manage.parts.travel')} lead={t('manage.travel.lead')} />
      <Loaded query={table} embedded>
        {(found) => <SubsidyForm pid={pid} table={found} />}
      </Loaded>
    </>
  );
}
