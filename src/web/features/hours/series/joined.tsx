import { useTranslation } from 'react-i18next';
import type { SeriesStatistics } from '../../../../client/client.ts';
import { formatNumber } from '../../../../locales/format/numbers.ts';
import { chartColors } from '../../../ui/charts/chart.tsx';
import { ChartSection } from '../../../ui/charts/chart-section.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useFile } from './file.ts';
import { labelsOf } from './labels.ts';
import { countColumn } from './small-number.tsx';

/** Readers cannot distinguish more lines than this. */
const maxLines = 5;
/** The table has fewer weeks the further they are away. */
const listed = [52, 40, 30, 26, 20, 16, 12, 10, 8, 6, 4, 3, 2, 1, 0];

type JoinedProps = { pid: string; years: SeriesStatistics['years']; now: Date };

/** How many people there were by when, so that years can be compared while sign-up is on. */
export function Joined({ pid, years, now }: JoinedProps) {
  const { t, i18n } = useTranslation();
  const title = t('years.joined.title');
  const file = useFile(pid, 'joined', title);
  const labelOf = labelsOf(years);
  const dated = years.flatMap(({ pid: own, joined, starts_on: starts }) => {
    if (joined === null || starts === null) return [];
    const weeksLeft = Math.ceil((Date.parse(starts) - now.getTime()) / (7 * 86_400_000));
    let total = 0;
    // What is still to come has no number yet.
    const totals = joined.map((count, index) => {
      total += count;
      const week = joined.length - 1 - index;
      return week < weeksLeft ? null : total;
    });
    return [{ pid: own, at: (week: number) => totals[joined.length - 1 - week] ?? null }];
  });
  const lines = dated.slice(-maxLines);
  if (dated.length === 0) return null;
  // Weeks in which nobody had joined yet say nothing.
  const first = listed.find((week) => lines.some(({ at }) => (at(week) ?? 0) > 0)) ?? 0;
  const rows = listed.filter((week) => week <= first).map((week) => ({ week }));
  const weekOf = (week: number) => t('years.joined.week', { count: week });
  const columns: Column<(typeof rows)[number]>[] = [
    { key: 'week', label: t('years.joined.when'), cell: ({ week }) => weekOf(week) },
    ...lines.map(({ pid: own, at }) => countColumn<{ week: number }>(own, labelOf(own), ({ week }) => at(week))),
  ];
  return (
    <ChartSection
      title={title}
      lead={t('years.joined.lead')}
      file={file}
      chart={{
        kind: 'lines',
        label: t('years.chart', { title }),
        by: 'week',
        axis: t('years.joined.axis'),
        points: Array.from({ length: first + 1 }, (_, index) => first - index).map((week) => ({
          week,
          ...Object.fromEntries(lines.map(({ pid: own, at }) => [own, at(week)])),
        })),
        series: lines.map(({ pid: own }, index) => ({
          name: own,
          label: labelOf(own),
          // The last year in the first colour.
          color: chartColors[lines.length - 1 - index] ?? '',
        })),
        format: (value) => formatNumber(value, i18n.language),
      }}
      table={<DataTable label={title} columns={columns} rows={rows} keyOf={({ week }) => String(week)} />}
    />
  );
}
