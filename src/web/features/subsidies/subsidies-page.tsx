import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { useManagedProject } from '../projects/managed-project.ts';
import { formsQuery } from '../forms/queries.ts';
import { subsidiesQuery } from './queries.ts';
import { SubsidyForm } from './subsidy-form.tsx';

/** To the payments of each form about travel money. */
function PaymentLinks({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const forms = (useQuery(formsQuery(pid)).data ?? []).filter(({ kind }) => kind === 'travel_money');
  if (forms.length === 0) return null;
  return (
    <Group gap="sm" mb="lg">
      {forms.map(({ form, title }) => (
        <ButtonLink key={form} to="/projects/$pid/manage/travel-money/$form" params={{ pid, form }}>
          {t('disclosure.list.paymentsTitle', { title })}
        </ButtonLink>
      ))}
    </Group>
  );
}

export function SubsidiesPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  const table = useQuery(subsidiesQuery(pid));
  usePageTitle(`${t('manage.parts.travel')} · ${project.name}`);
  if (!project.rights.edit_subsidies) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHeading title={t('manage.parts.travel')} lead={t('manage.travel.lead')} />
      <PaymentLinks pid={pid} />
      <Loaded query={table} embedded>
        {(found) => <SubsidyForm pid={pid} table={found} />}
      </Loaded>
    </>
  );
}
