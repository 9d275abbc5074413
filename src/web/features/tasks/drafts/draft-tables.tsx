import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AllocationDetails, Project } from '../../../../client/client.ts';
import { formatSpanAt } from '../../../../locales/format/dates.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import { formatNumber } from '../../../../locales/format/numbers.ts';
import { PageLink } from '../../../ui/links.tsx';
import type { Column, Selection } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useOpenable } from '../../roster/person-link.tsx';
import type { Seat } from './queries.ts';
import { OpenToProject, Suggestion } from './suggestion.tsx';
import type { Gap, NameOf, SuggestionProps } from './suggestion.tsx';

type Assignment = AllocationDetails['assignments'][number];
type DraftProps = { project: Project; draft: AllocationDetails; nameOf: NameOf };

export const seatKey = ({ task, uid }: Seat): string => `${task} ${uid}`;

const isNew = ({ reasons }: Assignment): boolean => !reasons.includes('stays');

/** New places of the draft that are still free, of tasks that have not begun. */
export function leftOf({ state, assignments, placed }: AllocationDetails): Assignment[] {
  const given = new Set(placed.map(seatKey));
  const now = Date.now();
  const isOpen = (one: Assignment) => state !== 'applied' || one.now === 'free';
  return assignments.filter(
    (one) => isNew(one) && isOpen(one) && !given.has(seatKey(one)) && Date.parse(one.starts_at) > now,
  );
}

type SectionProps = { id: string; title: string; children: ReactNode };

const Section = ({ id, title, children }: SectionProps) => (
  <section aria-labelledby={id}>
    <Title order={2} size="h4" mb="sm" id={id}>
      {title}
    </Title>
    {children}
  </section>
);

type TaskRow = { task: string; title: string; starts_at: string; ends_at: string };

function useTaskColumns<Row extends TaskRow>({ pid, timezone }: Project): Column<Row>[] {
  const { t, i18n } = useTranslation();
  return [
    {
      key: 'title',
      label: t('homes.tasks.task'),
      cell: ({ task: id, title }) => (
        <PageLink to="/projects/$pid/manage/tasks/$id" params={{ pid, id }} inherit>
          {title}
        </PageLink>
      ),
    },
    {
      key: 'when',
      label: t('homes.tasks.when'),
      cell: ({ starts_at: from, ends_at: to }) => formatSpanAt(from, to, i18n.language, timezone),
    },
  ];
}

const emptyColumn = (label: string): Column<Gap> => ({
  key: 'empty',
  label,
  width: '6rem',
  phone: 'label',
  cell: ({ empty }) => empty,
});

const suggestionColumn = (label: string, given: Omit<SuggestionProps, 'gap'>): Column<Gap> => ({
  key: 'fix',
  label,
  phone: 'label',
  cell: (gap) => <Suggestion {...{ ...given, gap }} />,
});

/** Places that stay empty, why nobody else can take them, and what would help. */
export function Gaps({ project, draft: { gaps, fill_all: all }, nameOf }: DraftProps) {
  const { t, i18n } = useTranslation();
  const taskColumns = useTaskColumns<Gap>(project);
  const openable = useOpenable(
    project.pid,
    gaps.flatMap(({ fix }) => fix.ask),
  );
  if (gaps.length === 0) return null;
  const title = all ? t('drafts.empty', { count: gaps.reduce((sum, { empty }) => sum + empty, 0) }) : t('drafts.gaps');
  const obstaclesOf = ({ obstacles }: Gap): string =>
    obstacles.length === 0
      ? t('drafts.noneElse')
      : formatList(
          obstacles.map(({ obstacle, people }) => t(`drafts.kept.${obstacle}`, { count: people })),
          i18n.language,
        );
  const columns: Column<Gap>[] = [
    ...taskColumns,
    ...(all ? [emptyColumn(t('drafts.emptyPlaces'))] : []),
    {
      key: 'missing',
      label: t('drafts.missing'),
      width: '6rem',
      phone: 'label',
      cell: ({ missing }) => missing,
    },
    { key: 'why', label: t('drafts.whyNot'), phone: 'label', cell: obstaclesOf },
    suggestionColumn(t('drafts.help'), { project, nameOf, openable }),
  ];
  const closed = gaps.filter(({ fix }) => fix.kind === 'open_to_project').map(({ task }) => task);
  return (
    <Section id="draft-gaps" title={title}>
      {closed.length < 2 ? null : (
        <Group mb="sm">
          <OpenToProject project={project} ids={closed}>
            {t('drafts.actions.openAll', { count: closed.length })}
          </OpenToProject>
        </Group>
      )}
      <DataTable label={title} columns={columns} rows={gaps} keyOf={({ task }) => task} />
    </Section>
  );
}

type AssignmentsProps = DraftProps & { selection?: Pick<Selection<Assignment>, 'chosen' | 'onChoose'> };

/** Who gets which place. Those who keep theirs are not listed. */
export function Assignments({ project, draft, nameOf, selection }: AssignmentsProps) {
  const { t, i18n } = useTranslation();
  const taskColumns = useTaskColumns<Assignment>(project);
  const { assignments } = draft;
  const given = new Set(draft.placed.map(seatKey));
  const left = new Set(leftOf(draft).map(seatKey));
  const rows = assignments.filter(isNew);
  const stay = assignments.length - rows.length;
  const whyOf = ({ reasons, could_count: count }: Assignment): string =>
    formatList(
      reasons.map((reason) => t(`drafts.reasons.${reason}`, { count })),
      i18n.language,
    );
  const columns: Column<Assignment>[] = [
    { key: 'name', label: t('drafts.person'), cell: nameOf },
    ...taskColumns,
    { key: 'why', label: t('drafts.why'), cell: whyOf },
  ];
  if (draft.state === 'applied')
    columns.push({
      key: 'state',
      label: t('drafts.state'),
      cell: (seat) => (given.has(seatKey(seat)) ? t('drafts.states.applied') : t(`drafts.now.${seat.now}`)),
    });
  const seatName = (seat: Assignment): string | undefined =>
    left.has(seatKey(seat)) ? t('drafts.seat', { name: nameOf(seat), title: seat.title }) : undefined;
  return (
    <Section id="draft-assignments" title={t('drafts.assignments')}>
      {selection === undefined || left.size === 0 ? null : (
        <Text size="sm" c="dimmed" mb="xs">
          {t('drafts.chooseHint')}
        </Text>
      )}
      {rows.length === 0 ? (
        <Text c="dimmed">{t('drafts.nobody')}</Text>
      ) : (
        <DataTable
          label={t('drafts.assignments')}
          columns={columns}
          rows={rows}
          keyOf={seatKey}
          {...(selection !== undefined && left.size > 0 && { selection: { ...selection, nameOf: seatName } })}
        />
      )}
      {stay === 0 ? null : (
        <Text size="sm" mt="xs">
          {t('drafts.stay', { count: stay })}
        </Text>
      )}
    </Section>
  );
}

export function Released({ project, draft: { released }, nameOf }: DraftProps) {
  const { t } = useTranslation();
  const taskColumns = useTaskColumns<AllocationDetails['released'][number]>(project);
  if (released.length === 0) return null;
  const columns: Column<AllocationDetails['released'][number]>[] = [
    { key: 'name', label: t('drafts.person'), cell: nameOf },
    ...taskColumns,
  ];
  return (
    <Section id="draft-released" title={t('drafts.released')}>
      <DataTable label={t('drafts.released')} columns={columns} rows={released} keyOf={seatKey} />
    </Section>
  );
}

/** Hours are scattered from so many separate blocks on one day. */
const scatteredBlocks = 3;
const maxScattered = 10;

export function Hours({ draft: { hours }, nameOf }: Omit<DraftProps, 'project'>) {
  const { t, i18n } = useTranslation();
  if (hours.length === 0) return null;
  const inHours = (value: number): string => t('planner.people.hours', { hours: formatNumber(value, i18n.language) });
  const columns: Column<AllocationDetails['hours'][number]>[] = [
    { key: 'name', label: t('drafts.person'), cell: nameOf },
    { key: 'before', label: t('drafts.before'), phone: 'label', cell: ({ before }) => inHours(before) },
    { key: 'after', label: t('drafts.after'), phone: 'label', cell: ({ after }) => inHours(after) },
    {
      key: 'max',
      label: t('drafts.max'),
      phone: 'label',
      cell: ({ max }) => (max === null ? t('drafts.noMax') : inHours(max)),
    },
    { key: 'blocks', label: t('drafts.blocks'), phone: 'label', number: true, cell: ({ blocks }) => blocks ?? '–' },
  ];
  const scattered = hours.filter(({ blocks }) => (blocks ?? 0) >= scatteredBlocks);
  const others = scattered.length - maxScattered;
  const names = scattered.slice(0, maxScattered).map(nameOf);
  if (others > 0) names.push(t('drafts.others', { count: others }));
  return (
    <Section id="draft-hours" title={t('drafts.hours')}>
      {scattered.length === 0 ? null : (
        <Text size="sm" mb="sm">
          {t('drafts.scattered', {
            count: scatteredBlocks,
            names: formatList(names, i18n.language),
          })}
        </Text>
      )}
      <DataTable label={t('drafts.hours')} columns={columns} rows={hours} keyOf={({ uid }) => uid} />
    </Section>
  );
}
