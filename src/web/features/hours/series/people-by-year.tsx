import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { SeriesStatistics } from '../../../../client/client.ts';
import { formatNumber } from '../../../../locales/format/numbers.ts';
import { chartColors } from '../../../ui/charts/chart.tsx';
import { ChartSection } from '../../../ui/charts/chart-section.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { countColumn } from './small-number.tsx';
import type { Year } from './labels.ts';
import { useFile } from './file.ts';
import { labelsOf } from './labels.ts';

const [fresh = '', back = '', left = ''] = [chartColors[1], chartColors[0], chartColors[5]];

/** Who is new, who came again and who did not. */
export function PeopleByYear({ pid, years }: { pid: string; years: SeriesStatistics['years'] }) {
  const { t, i18n } = useTranslation();
  const title = t('years.people.title');
  const file = useFile(pid, 'people', title);
  const labelOf = labelsOf(years);
  const columns = columnsOf(t, labelOf);
  return (
    <ChartSection
      title={title}
      lead={t('years.people.lead')}
      file={file}
      chart={{
        kind: 'columns',
        label: t('years.chart', { title }),
        by: 'year',
        points: years.map((year) => ({
          year: labelOf(year.pid),
          returning: year.returning_people,
          new: year.new_people,
          left: year.left_people,
        })),
        series: [
          { name: 'returning', label: t('years.people.returning'), color: back, stack: 'present' },
          { name: 'new', label: t('years.people.new'), color: fresh, stack: 'present' },
          { name: 'left', label: t('years.people.left'), color: left, stack: 'left' },
        ],
        format: (value) => formatNumber(value, i18n.language),
      }}
      table={<DataTable label={title} columns={columns} rows={years.toReversed()} keyOf={(year) => year.pid} />}
    />
  );
}

const columnsOf = (t: TFunction, labelOf: (pid: string) => string): Column<Year>[] => [
  { key: 'year', label: t('years.year'), cell: ({ pid }) => labelOf(pid) },
  countColumn('people', t('years.people.people'), ({ people }) => people),
  countColumn('new', t('years.people.new'), (year) => year.new_people),
  countColumn('returning', t('years.people.returning'), (year) => year.returning_people),
  countColumn('left', t('years.people.left'), (year) => year.left_people),
];
