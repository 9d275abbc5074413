import { useTranslation } from 'react-i18next';
import { formatNumber, formatPercent, toHours } from '../../../../locales/format/numbers.ts';
import { chartColors } from '../../../ui/charts/chart.tsx';
import { ChartSection } from '../../../ui/charts/chart-section.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useFile } from './file.ts';
import { shareOf } from './labels.ts';
import type { Year } from './labels.ts';
import { countColumn, Small } from './small-number.tsx';

type Team = Year['teams'][number];
const number = { number: true, phone: 'label' } as const;
const keyOf = ({ tid }: Team): string => tid ?? '';
const fewest = 5;

/** Hours of each team in a year. */
export function HoursByTeam({ pid, year }: { pid: string; year: Year }) {
  const { t, i18n } = useTranslation();
  const title = t('years.hours.title', { project: year.name });
  const file = useFile(pid, 'teams', title);
  const nameOf = ({ name }: Team) => name ?? t('years.noTeam');
  const hours = (minutes: number) => formatNumber(Math.round(toHours(minutes) * 10) / 10, i18n.language);
  const columns: Column<Team>[] = [
    { key: 'team', label: t('years.team'), cell: nameOf },
    countColumn('people', t('years.people.people'), ({ people }) => people),
    { ...number, key: 'hours', label: t('years.hours.hours'), cell: ({ minutes }) => hours(minutes) },
  ];
  return (
    <ChartSection
      title={title}
      lead={t('years.hours.lead')}
      file={file}
      chart={{
        kind: 'rows',
        label: t('years.chart', { title }),
        by: 'team',
        points: year.teams.map((team) => ({ team: nameOf(team), hours: Math.round(team.minutes / 60) })),
        series: [{ name: 'hours', label: t('years.hours.hours'), color: chartColors[0] ?? '' }],
        format: (value) => formatNumber(value, i18n.language),
      }}
      table={<DataTable label={title} columns={columns} rows={year.teams} keyOf={keyOf} />}
    />
  );
}

/** Of the places that people had on tasks, how many they did not come to. Only teams with enough of them. */
export function NoShowsByTeam({ pid, year }: { pid: string; year: Year }) {
  const { t, i18n } = useTranslation();
  const title = t('years.noShows.title', { project: year.name });
  const file = useFile(pid, 'teams', title);
  const nameOf = ({ name }: Team) => name ?? t('years.noTeam');
  const teams = year.teams.filter(({ shifts }) => shifts > 0).toSorted((a, b) => ofShifts(b) - ofShifts(a));
  const columns: Column<Team>[] = [
    { key: 'team', label: t('years.team'), cell: nameOf },
    countColumn('shifts', t('years.noShows.shifts'), ({ shifts }) => shifts),
    countColumn('missed', t('years.noShows.missed'), (team) => team.no_shows),
    {
      ...number,
      key: 'share',
      label: t('years.noShows.share'),
      cell: shareCell(i18n.language),
    },
  ];
  return (
    <ChartSection
      title={title}
      lead={t('years.noShows.lead')}
      file={file}
      chart={{
        kind: 'rows',
        label: t('years.chart', { title }),
        by: 'team',
        points: teams
          .filter(({ shifts }) => shifts >= fewest)
          .map((team) => ({ team: nameOf(team), share: ofShifts(team) })),
        series: [{ name: 'share', label: t('years.noShows.share'), color: chartColors[1] ?? '' }],
        format: (value) => formatPercent(value, i18n.language),
        unit: 0.01,
      }}
      table={<DataTable label={title} columns={columns} rows={teams} keyOf={keyOf} />}
    />
  );
}

const ofShifts = ({ no_shows, shifts }: Team): number => shareOf(no_shows, shifts);

const shareCell = (language: string) => (team: Team) => (
  <Small count={team.no_shows} text={formatPercent(ofShifts(team), language)} instead="" />
);
