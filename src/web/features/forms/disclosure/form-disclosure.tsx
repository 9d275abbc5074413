import { Button, EmptyState, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Form } from '../../../../client/client.ts';
import { formatDay } from '../../../../locales/format/dates.ts';
import { DownloadButton } from '../../../ui/download.tsx';
import { LockIcon } from '../../../ui/icons.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Loaded, EmptyList } from '../../../ui/page-state.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { PrintButton } from '../../../ui/print-button.tsx';
import { DisclosureTable } from './disclosure-table.tsx';
import type { DisclosedKind } from './agreement.ts';
import { disclosureQuery, exportDisclosure } from './queries.ts';

/** A form that shares nothing but bank accounts is named after them. */
export function useListTitle(form: Pick<Form, 'passes_on' | 'title'> | undefined): string {
  const { t } = useTranslation();
  const title = { title: form?.title ?? '' };
  const isBankOnly = form?.passes_on.length === 1 && form.passes_on[0] === 'bank';
  return isBankOnly ? t('disclosure.list.accountsTitle', title) : t('disclosure.list.title', title);
}

/** Which of the kinds that the form shares is shown; the first if it does not share this one. */
export function FormDisclosure({ form, kind: wanted }: { form: Form; kind: string | undefined }) {
  const { t, i18n } = useTranslation();
  const title = useListTitle(form);
  const kind = form.passes_on.find((one) => one === wanted) ?? form.passes_on[0];
  if (kind === undefined || form.passes_until === null) return <NothingDisclosed title={title} form={form} />;
  return (
    <>
      <PageHead title={title} note={t('disclosure.list.lead', { date: formatDay(form.passes_until, i18n.language) })} />
      <Stack gap="lg">
        {form.passes_on.length > 1 ? <KindChoice form={form} kind={kind} /> : null}
        <RecordedList key={kind} form={form} kind={kind} />
      </Stack>
    </>
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
