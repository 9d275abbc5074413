import { useTranslation } from 'react-i18next';
import type { SeriesStatistics } from '../../../../client/client.ts';
import { formatNumber, formatPercent } from '../../../../locales/format/numbers.ts';
import { chartColors } from '../../../ui/charts/chart.tsx';
import { ChartSection } from '../../../ui/charts/chart-section.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useFile } from './file.ts';
import { labelsOf, shareOf } from './labels.ts';
import { countColumn } from './small-number.tsx';

type StaysProps = { pid: string; found: SeriesStatistics };

/** In how many years people took part. */
export function Stays({ pid, found: { stays } }: StaysProps) {
  const { t, i18n } = useTranslation();
  const title = t('years.stays.title');
  const file = useFile(pid, 'stays', title);
  const rows = stays.map((people, index) => ({ years: index + 1, people }));
  const columns: Column<(typeof rows)[number]>[] = [
    { key: 'years', label: t('years.stays.years'), cell: ({ years }) => t('years.stays.count', { count: years }) },
    countColumn('people', t('years.people.people'), ({ people }) => people),
  ];
  return (
    <ChartSection
      title={title}
      lead={t('years.stays.lead')}
      file={file}
      chart={{
        kind: 'columns',
        label: t('years.chart', { title }),
        by: 'years',
        points: rows.map(({ years, people }) => ({ years: t('years.stays.count', { count: years }), people })),
        series: [{ name: 'people', label: t('years.people.people'), color: chartColors[0] ?? '' }],
        format: (value) => formatNumber(value, i18n.language),
      }}
      table={<DataTable label={title} columns={columns} rows={rows} keyOf={({ years }) => String(years)} />}
    />
  );
}

/** Readers cannot distinguish more lines than this. The table has all. */
const maxLines = 6;

/** How many of the people who were there first in a year came again in each year after. */
export function Cohorts({ pid, found: { years, cohorts } }: StaysProps) {
  const { t, i18n } = useTranslation();
  const title = t('years.cohorts.title');
  const file = useFile(pid, 'cohorts', title);
  const labelOf = labelsOf(years);
  // How many come again to a year that is not over is not known yet.
  const isOpen = years.length > 1 && years.at(-1)?.left_people === null;
  const known = isOpen ? years.slice(0, -1) : years;
  const shown = cohorts
    .map(({ pid: first, people }, index) => ({
      pid: first,
      people: people.slice(0, Math.max(known.length - index, 0)),
    }))
    .filter(({ people }) => people.length > 1 && (people[0] ?? 0) > 0)
    .slice(-maxLines);
  if (shown.length === 0) return null;
  const percent = (share: number) => formatPercent(share, i18n.language);
  const rows = cohorts.map(({ pid: first, people }, index) => ({ first, index, people }));
  const columns: Column<(typeof rows)[number]>[] = [
    { key: 'first', label: t('years.cohorts.first'), cell: ({ first }) => labelOf(first) },
    ...years.map((year, at) =>
      countColumn<(typeof rows)[number]>(year.pid, labelOf(year.pid), ({ index, people }) => people[at - index]),
    ),
  ];
  return (
    <ChartSection
      title={title}
      lead={[t('years.cohorts.lead'), ...(isOpen ? [t('years.cohorts.open')] : [])].join(' ')}
      file={file}
      chart={{
        kind: 'lines',
        label: t('years.chart', { title }),
        by: 'after',
        points: known.map((_, after) => ({
          after: t('years.cohorts.after', { count: after }),
          ...Object.fromEntries(
            shown.map(({ pid: first, people }) => [
              first,
              people[after] === undefined ? null : shareOf(people[after], people[0] ?? 0),
            ]),
          ),
        })),
        series: shown.map(({ pid: first }, index) => ({
          name: first,
          label: t('years.cohorts.since', { year: labelOf(first) }),
          color: chartColors[index] ?? '',
        })),
        format: percent,
        unit: 0.01,
      }}
      table={<DataTable label={title} columns={columns} rows={rows} keyOf={({ first }) => first} />}
    />
  );
}
