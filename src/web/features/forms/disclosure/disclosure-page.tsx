import { Button, EmptyState, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Form } from '../../../../client/client.ts';
import { formatDay } from '../../../../locales/format/dates.ts';
import { DownloadButton } from '../../../ui/download.tsx';
import { LockIcon } from '../../../ui/icons.tsx';
import { ButtonLink, PageLink } from '../../../ui/links.tsx';
import { Loaded, EmptyList } from '../../../ui/page-state.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import { PrintButton } from '../../../ui/print-button.tsx';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { DisclosureTable } from './disclosure-table.tsx';
import { useManagedProject, loadManaged } from '../../projects/managed-project.ts';
import { formQuery } from '../queries.ts';
import type { DisclosedKind } from './agreement.ts';
import { disclosureQuery, exportDisclosure } from './queries.ts';
import type { Loading } from '../../../loading.ts';

export const loadDisclosurePage = loadManaged(
  'create_forms',
  ({ load, params: { pid, form } }: Loading<'pid' | 'form'>) => load(formQuery(pid, form)),
);

export function DisclosurePage() {
  const { pid, project } = useManagedProject();
  const { form } = useParams({ from: '/signed-in/projects/$pid/manage/forms/$form/passed-on' });
  const query = useQuery({ ...formQuery(pid, form), enabled: project.rights.create_forms });
  usePageTitle(`${useListTitle(query.data)} · ${project.name}`);
  if (!project.rights.create_forms) return <OwnersOnly project={project} />;
  return <Loaded query={query}>{(found) => <FormDisclosure form={found} />}</Loaded>;
}

/** A form that shares nothing but bank accounts is named after them. */
function useListTitle(form: Pick<Form, 'passes_on' | 'title'> | undefined): string {
  const { t } = useTranslation();
  const title = { title: form?.title ?? '' };
  const isBankOnly = form?.passes_on.length === 1 && form.passes_on[0] === 'bank';
  return isBankOnly ? t('disclosure.list.accountsTitle', title) : t('disclosure.list.title', title);
}

function FormDisclosure({ form }: { form: Form }) {
  const { t, i18n } = useTranslation();
  const search = useSearch({ from: '/signed-in/projects/$pid/manage/forms/$form/passed-on' });
  const title = useListTitle(form);
  const kind = form.passes_on.find((one) => one === search.kind) ?? form.passes_on[0];
  if (kind === undefined || form.passes_until === null) return <NothingDisclosed title={title} form={form} />;
  return (
    <>
      <PageHead title={title} note={t('disclosure.list.lead', { date: formatDay(form.passes_until, i18n.language) })} />
      <Stack gap="lg">
        {form.kind === 'travel_money' ? <PaymentsLink form={form} /> : null}
        {form.passes_on.length > 1 ? <KindChoice form={form} kind={kind} /> : null}
        <RecordedList key={kind} form={form} kind={kind} />
      </Stack>
    </>
  );
}

/** This page shows where to send travel money; the payments are marked on another one. */
function PaymentsLink({ form: { pid, form, title } }: { form: Form }) {
  const { t } = useTranslation();
  return (
    <Text className="muster-no-print">
      <PageLink to="/projects/$pid/manage/travel-money/$form" params={{ pid, form }}>
        {t('disclosure.list.paymentsTitle', { title })}
      </PageLink>
    </Text>
  );
}

function NothingDisclosed({ title, form: { pid, form } }: { title: string; form: Form }) {
  const { t } = useTranslation();
  return (
    <>
      <PageHead title={title} />
      <EmptyList
        icon={<LockIcon size={28} />}
        title={t('disclosure.list.nothing')}
        description={t('disclosure.list.nothingText')}
      >
        <EmptyState.Actions>
          <ButtonLink to="/projects/$pid/manage/forms/$form" params={{ pid, form }}>
            {t('disclosure.list.toForm')}
          </ButtonLink>
        </EmptyState.Actions>
      </EmptyList>
    </>
  );
}

function KindChoice({ form: { pid, form, passes_on: kinds }, kind }: { form: Form; kind: DisclosedKind }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <SegmentedControl
      className="muster-no-print"
      orientation="vertical"
      maw="28rem"
      aria-label={t('disclosure.list.kind')}
      value={kind}
      onChange={(chosen) =>
        void navigate({
          to: '/projects/$pid/manage/forms/$form/passed-on',
          params: { pid, form },
          search: { kind: chosen },
          replace: true,
        })
      }
      data={kinds.map((one) => ({ value: one, label: t(`disclosure.edit.kinds.${one}`) }))}
    />
  );
}

function RecordedList({ form: { pid, form }, kind }: { form: Form; kind: DisclosedKind }) {
  const { t } = useTranslation();
  const [requested, setRequested] = useState(false);
  const list = useQuery({ ...disclosureQuery(pid, form, kind), enabled: requested });
  return (
    <>
      <div className="muster-seen muster-no-print">
        <LockIcon size={20} />
        <Text size="sm">{t('disclosure.list.recorded')}</Text>
      </div>
      <Group gap="sm" className="muster-no-print">
        {list.data === undefined ? (
          <Button loading={list.isFetching} onClick={() => (requested ? void list.refetch() : setRequested(true))}>
            {t('disclosure.list.show')}
          </Button>
        ) : (
          <PrintButton />
        )}
        <DownloadButton
          name={`${pid}-${form}-${kind}.csv`}
          text={t('disclosure.list.download')}
          load={exportDisclosure(pid, form, kind)}
        />
      </Group>
      {requested ? (
        <Loaded query={list} embedded>
          {(people) => <DisclosureTable people={people} kind={kind} />}
        </Loaded>
      ) : null}
    </>
  );
}
