import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../ui/page-state.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { OwnersOnly } from '../projects/no-access.tsx';
import { useManaged } from '../projects/managed-project.ts';
import { subsidiesQuery } from '../projects/manage-queries.ts';
import { SubsidyForm } from './subsidy-form.tsx';

export function SubsidiesPage() {
  const { t } = useTranslation();
  const { pid, project } = useManaged();
  const table = useQuery(subsidiesQuery(pid));
  usePageTitle(`${t('manage.parts.travel')} · ${project.name}`);
  if (!project.rights.edit_subsidies) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHeading title={t('manage.parts.travel')} lead={t('manage.travel.lead')} />
      <Loaded query={table} alone={false}>
        {({ currency, data, etag }) => <SubsidyForm pid={pid} currency={currency} data={data} etag={etag} />}
      </Loaded>
    </>
  );
}
