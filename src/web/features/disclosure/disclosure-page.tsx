import { Button, EmptyState, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Form } from '../../../client/client.ts';
import { call } from '../../api.ts';
import { formatDay } from '../../ui/format/dates.ts';
import { DownloadButton } from '../../ui/download.tsx';
import { LockIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { everything } from '../../ui/paging.ts';
import { Loaded, Nothing } from '../../ui/page-state.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { OwnersOnly } from '../projects/no-access.tsx';
import type { PassedKind } from '../forms/form-values.ts';
import { PassedOnTable } from './disclosure-table.tsx';
import { useManaged } from '../projects/managed-project.ts';
import { formQuery } from '../projects/manage-queries.ts';

export function PassedOnPage() {
  const { pid, project } = useManaged();
  const { form } = useParams({ from: '/signed-in/projects/$pid/manage/forms/$form/passed-on' });
  const query = useQuery({ ...formQuery(pid, form), enabled: project.rights.create_forms });
  usePageTitle(`${useListTitle(query.data?.body)} · ${project.name}`);
  if (!project.rights.create_forms) return <OwnersOnly project={project} />;
  return <Loaded query={query}>{({ body }) => <PassedOnOf form={body} />}</Loaded>;
}

/** Treasurers look for payments, and not for the words of the law. */
function useListTitle(form: Pick<Form, 'kind' | 'title'> | undefined): string {
  const { t } = useTranslation();
  const title = { title: form?.title ?? '' };
  return form?.kind === 'travel_money' ? t('passing.list.paymentsTitle', title) : t('passing.list.title', title);
}

function PassedOnOf({ form }: { form: Form }) {
  const { t, i18n } = useTranslation();
  const search = useSearch({ from: '/signed-in/projects/$pid/manage/forms/$form/passed-on' });
  const title = useListTitle(form);
  const kind = form.passes_on.find((one) => one === search.kind) ?? form.passes_on[0];
  if (kind === undefined || form.passes_until === null) return <PassesNothing title={title} form={form} />;
  return (
    <>
      <PageHeading title={title} lead={t('passing.list.lead', { date: formatDay(form.passes_until, i18n.language) })} />
      <Stack gap="lg">
        {form.passes_on.length > 1 ? <KindChoice form={form} kind={kind} /> : null}
        <Look key={kind} form={form} kind={kind} />
      </Stack>
    </>
  );
}

function PassesNothing({ title, form: { pid, form } }: { title: string; form: Form }) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={title} />
      <Nothing
        icon={<LockIcon size={28} />}
        title={t('passing.list.nothing')}
        description={t('passing.list.nothingText')}
      >
        <EmptyState.Actions>
          <ButtonLink to="/projects/$pid/manage/forms/$form" params={{ pid, form }}>
            {t('passing.list.toForm')}
          </ButtonLink>
        </EmptyState.Actions>
      </Nothing>
    </>
  );
}

function KindChoice({ form: { pid, form, passes_on: kinds }, kind }: { form: Form; kind: PassedKind }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <SegmentedControl
      className="muster-no-print"
      orientation="vertical"
      maw="28rem"
      aria-label={t('passing.list.kind')}
      value={kind}
      onChange={(chosen) =>
        void navigate({
          to: '/projects/$pid/manage/forms/$form/passed-on',
          params: { pid, form },
          search: { kind: chosen },
          replace: true,
        })
      }
      data={kinds.map((one) => ({ value: one, label: t(`passing.edit.kinds.${one}`) }))}
    />
  );
}

/** Each look is recorded with the people concerned, so that it is asked for once, and never made by the page itself. */
const passedOnQuery = (pid: string, form: string, kind: PassedKind) =>
  queryOptions({
    queryKey: ['passed-on', pid, form, kind],
    queryFn: () => everything((query) => call('list_passed_on', { path: { pid, form }, query: { ...query, kind } })),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

function Look({ form: { pid, form }, kind }: { form: Form; kind: PassedKind }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const list = useQuery({ ...passedOnQuery(pid, form, kind), enabled: asked });
  return (
    <>
      <div className="muster-seen muster-no-print">
        <LockIcon size={20} />
        <Text size="sm">{t('passing.list.recorded')}</Text>
      </div>
      <Group gap="sm" className="muster-no-print">
        {list.data === undefined ? (
          <Button loading={list.isFetching} onClick={() => (asked ? void list.refetch() : setAsked(true))}>
            {t('passing.list.show')}
          </Button>
        ) : (
          <PrintButton />
        )}
        <DownloadButton
          name={`${pid}-${form}-${kind}.csv`}
          word={t('passing.list.download')}
          load={(load) => load('export_passed_on', { path: { pid, form }, query: { kind } })}
        />
      </Group>
      {asked ? (
        <Loaded query={list} alone={false}>
          {(people) => <PassedOnTable people={people} kind={kind} />}
        </Loaded>
      ) : null}
    </>
  );
}
