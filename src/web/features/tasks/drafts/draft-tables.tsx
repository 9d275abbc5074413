import { Text, Title } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AllocationDetails } from '../../../../client/client.ts';
import { formatSpanAt } from '../../../../locales/format/dates.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import { formatNumber } from '../../../../locales/format/numbers.ts';
import type { Column, Selection } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { Seat } from './queries.ts';
import { useReasonText } from './reasons.ts';

type Assignment = AllocationDetails['assignments'][number];
type Gap = AllocationDetails['gaps'][number];
/** Tells people of the same name apart. */
export type NameOf = (person: { uid: string; name: string }) => string;
type DraftProps = { draft: AllocationDetails; timezone: string };
type NamedProps = DraftProps & { nameOf: NameOf };

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

function useSpan(timezone: string) {
  const { i18n } = useTranslation();
  return (task: { starts_at: string; ends_at: string }) =>
    formatSpanAt(task.starts_at, task.ends_at, i18n.language, timezone);
}

const taskColumns = <Row extends { title: string; starts_at: string; ends_at: string }>(
  t: TFunction,
  span: (task: Row) => string,
): Column<Row>[] => [
  { key: 'title', label: t('homes.tasks.task'), cell: ({ title }) => title },
  { key: 'when', label: t('homes.tasks.when'), cell: span },
];

/** Places that stay free, why nobody else can take them, and what would help. */
export function Gaps({ draft: { gaps }, timezone }: DraftProps) {
  const { t, i18n } = useTranslation();
  const span = useSpan(timezone);
  const reasonText = useReasonText();
  if (gaps.length === 0) return null;
  const obstaclesOf = ({ obstacles }: Gap): string =>
    formatList(
      obstacles.map(({ obstacle, people }) =>
        t('drafts.counted', { reason: reasonText(obstacle), people: formatNumber(people, i18n.language) }),
      ),
      i18n.language,
    );
  const columns: Column<Gap>[] = [
    ...taskColumns<Gap>(t, span),
    {
      key: 'missing',
      label: t('drafts.missing'),
      width: '6rem',
      phone: 'label',
      cell: ({ missing }) => missing,
    },
    { key: 'why', label: t('drafts.whyNot'), phone: 'label', cell: obstaclesOf },
    {
      key: 'fix',
      label: t('drafts.help'),
      phone: 'label',
      cell: ({ fix }) => t(`drafts.fixes.${fix.kind}`, { count: fix.people }),
    },
  ];
  return (
    <Section id="draft-gaps" title={t('drafts.gaps')}>
      <DataTable label={t('drafts.gaps')} columns={columns} rows={gaps} keyOf={({ task }) => task} />
    </Section>
  );
}

type AssignmentsProps = NamedProps & { selection?: Pick<Selection<Assignment>, 'chosen' | 'onChoose'> };

/** Who gets which place. Those who keep theirs are not listed. */
export function Assignments({ draft, timezone, nameOf, selection }: AssignmentsProps) {
  const { t, i18n } = useTranslation();
  const span = useSpan(timezone);
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
    ...taskColumns<Assignment>(t, span),
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

export function Released({ draft: { released }, timezone, nameOf }: NamedProps) {
  const { t } = useTranslation();
  const span = useSpan(timezone);
  if (released.length === 0) return null;
  const columns: Column<AllocationDetails['released'][number]>[] = [
    { key: 'name', label: t('drafts.person'), cell: nameOf },
    ...taskColumns<AllocationDetails['released'][number]>(t, span),
  ];
  return (
    <Section id="draft-released" title={t('drafts.released')}>
      <DataTable label={t('drafts.released')} columns={columns} rows={released} keyOf={seatKey} />
    </Section>
  );
}

export function Hours({ draft: { hours }, nameOf }: Omit<NamedProps, 'timezone'>) {
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
  ];
  return (
    <Section id="draft-hours" title={t('drafts.hours')}>
      <DataTable label={t('drafts.hours')} columns={columns} rows={hours} keyOf={({ uid }) => uid} />
    </Section>
  );
}
