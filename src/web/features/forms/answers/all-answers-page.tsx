import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field, Form, Project, Response } from '../../../../client/client.ts';
import { DownloadButton } from '../../../ui/download.tsx';
import { formatDay } from '../../../../locales/format/dates.ts';
import { formatMoney } from '../../../../locales/format/money.ts';
import { LockIcon } from '../../../ui/icons.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { useRows } from '../../../ui/paging.ts';
import type { More } from '../../../ui/paging.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import { PrintButton } from '../../../ui/print-button.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { includesText } from '../../../ui/table/search.ts';
import { SearchInput, useTableSearch } from '../../../ui/table/table-search.tsx';
import { formQuery } from '../queries.ts';
import { useManagedProject, loadManaged } from '../../projects/managed-project.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { CrossCounts } from './cross-counts.tsx';
import { valuesOf } from './cross-table.ts';
import { useFieldLabels } from './field-labels.ts';
import { MissingPeople } from './missing-people.tsx';
import { allAnswersQuery, exportAnswers, totalsQuery } from './queries.ts';
import type { Loading } from '../../../loading.ts';

export const loadAllAnswersPage = loadManaged(
  'create_forms',
  ({ load, params: { pid, form } }: Loading<'pid' | 'form'>) => load(formQuery(pid, form)),
);

export function AllAnswersPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  const { form } = useParams({ from: '/signed-in/projects/$pid/manage/forms/$form/answers' });
  const query = useQuery({ ...formQuery(pid, form), enabled: project.rights.create_forms });
  usePageTitle(`${t('manage.answers.title', { title: query.data?.title ?? '' })} · ${project.name}`);
  if (!project.rights.create_forms) return <OwnersOnly project={project} />;
  return (
    <Loaded query={query}>
      {(found) => (
        <>
          <PageHead title={t('manage.answers.title', { title: found.title })} help={t('manage.answers.lead')} />
          <Answers project={project} form={found} />
        </>
      )}
    </Loaded>
  );
}

/** How many have answered, who has not, and the answers. */
function Answers({ project, form }: { project: Project; form: Form }) {
  const { t } = useTranslation();
  const { pid } = form;
  const totals = useQuery(totalsQuery(pid, form.form));
  return (
    <Loaded query={totals} embedded>
      {({ people, not_answered: missing }) => (
        <>
          <Stack gap="xs" mb="lg" className="muster-no-print">
            <Text>{t('manage.totals.answered', { answered: people - missing, people })}</Text>
            {missing > 0 ? <MissingPeople project={project} form={form} count={missing} /> : null}
          </Stack>
          <AllAnswers form={form} />
        </>
      )}
    </Loaded>
  );
}

/** Reading private answers is recorded, so they are loaded only when the owner asks for them. */
function AllAnswers({ form }: { form: Form }) {
  const { t } = useTranslation();
  const { pid } = form;
  const isPrivate = form.fields.some((field) => field.private);
  const [requested, setRequested] = useState(!isPrivate);
  const search = useTableSearch();
  const list = useInfiniteQuery({ ...allAnswersQuery(pid, form.form), enabled: requested });
  // The server cannot search answers, nor sort by them.
  const { rows, more, loadRest } = useRows(list, search.q !== '' || search.sort !== undefined);
  return (
    <Stack gap="lg">
      {isPrivate ? (
        <div className="muster-seen muster-no-print">
          <LockIcon size={20} />
          <Text size="sm">{t('manage.answers.recorded')}</Text>
        </div>
      ) : null}
      <Group gap="sm" className="muster-no-print">
        {isPrivate && list.data === undefined ? (
          <Button loading={list.isFetching} onClick={() => (requested ? void list.refetch() : setRequested(true))}>
            {t('manage.answers.show')}
          </Button>
        ) : (
          <PrintButton prepare={loadRest} />
        )}
        <DownloadButton
          name={`${pid}-${form.form}.csv`}
          text={t('disclosure.list.download')}
          load={exportAnswers(pid, form.form)}
        />
      </Group>
      {requested ? (
        <Loaded query={list} embedded>
          {() => (
            <Stack gap="xl">
              <CrossCounts form={form} />
              <AnswerTable {...{ form, more, search }} responses={rows} />
            </Stack>
          )}
        </Loaded>
      ) : null}
    </Stack>
  );
}

type AnswerTableProps = {
  form: Form;
  /** Those that are loaded, by name. */
  responses: readonly Response[];
  more: More | undefined;
  search: ReturnType<typeof useTableSearch>;
};

function AnswerTable({ form, responses, more, search }: AnswerTableProps) {
  const { t } = useTranslation();
  const { q, onSearch, sort, onSort } = search;
  const labels = useFieldLabels(form);
  const cell = useCell(form);
  const fields = form.fields.filter(({ computed, type }) => !computed || type === 'number');
  const columns: Column<Response>[] = [
    {
      key: 'name',
      label: t('disclosure.list.name'),
      sortBy: ({ name }) => shownName(t, name),
      cell: (response) => nameCell(t, response),
    },
    ...fields.map((field) => ({
      key: field.key,
      label: labels.label(field),
      phone: 'label' as const,
      sortBy: ({ answers }: Response) => cell(field, answers),
      cell: ({ answers }: Response) => cell(field, answers),
    })),
  ];
  if (responses.length === 0) return <Text c="dimmed">{t('manage.answers.none')}</Text>;
  const found = responses.filter(({ name, answers }) =>
    includesText(q, name, ...fields.map((field) => cell(field, answers))),
  );
  return (
    <Stack gap="sm">
      <Group>
        <SearchInput label={t('manage.answers.search')} rows={responses.length} q={q} onSearch={onSearch} />
      </Group>
      {found.length === 0 ? (
        t('tables.filterNone')
      ) : (
        <DataTable
          label={t('manage.answers.title', { title: form.title })}
          columns={columns}
          rows={found}
          keyOf={({ uid }) => uid}
          sort={sort}
          onSort={onSort}
          more={more}
        />
      )}
    </Stack>
  );
}

const nameCell = (t: TFunction, { name, left }: Response) => (
  <>
    {shownName(t, name)} {left ? <Badge variant="default">{t('manage.answers.left')}</Badge> : null}
  </>
);

function useCell(form: Form) {
  const { t, i18n } = useTranslation();
  const labels = useFieldLabels(form);
  const textOf = (field: Field, value: string): string => {
    if (field.type === 'yes_no') return value === 'true' ? t('project.forms.yes') : t('project.forms.no');
    if (field.type === 'date') return formatDay(value, i18n.language);
    return labels.options(field).find((option) => option.value === value)?.label ?? value;
  };
  return (field: Field, answers: Response['answers']): string => {
    const answer = answers[field.key];
    const { currency } = answers;
    if (field.computed && typeof answer === 'number' && typeof currency === 'string')
      return formatMoney(answer, currency, i18n.language);
    return formatList(
      valuesOf(answer).map((value) => textOf(field, value)),
      i18n.language,
    );
  };
}
