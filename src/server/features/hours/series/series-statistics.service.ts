import { setImmediate as turn } from 'node:timers/promises';
import { toHours } from '../../../../locales/format/numbers.ts';
import { translateTo } from '../../../../locales/server-texts.ts';
import type { Translate } from '../../../../locales/server-texts.ts';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Db } from '../../../db/db.ts';
import type { Cell } from '../../../http/csv.ts';
import { timestamp } from '../../../lib/clock.ts';
import { yearsOf } from '../../projects/series/series.service.ts';
import {
  exportedCount,
  exportedCounts,
  exportedGrowth,
  hiddenAmong,
  withNotes,
} from '../statistics/small-numbers.policy.ts';
import type { Exported } from '../statistics/small-numbers.policy.ts';
import { seriesStatisticsOf } from './series-statistics.policy.ts';
import type { YearRows } from './series-statistics.policy.ts';
import * as queries from './series-statistics.queries.ts';
import { listJoined, listTeamNames } from './series-statistics.queries.ts';
import { maxWeeks } from './series-statistics.schema.ts';
import type { SeriesStatistics, SeriesTable } from './series-statistics.schema.ts';

type Year = SeriesStatistics['years'][number];

export const listTeamHours = (db: Pick<Db, 'read' | 'engine'>, pid: string) => queries.listTeamHours(db, pid);

/** Three queries for each year, one after another: other requests run between them. */
export async function readSeriesStatistics(
  db: Pick<Db, 'read' | 'engine'>,
  scope: ProjectScope,
  now: Date,
): Promise<SeriesStatistics> {
  const rows: YearRows[] = [];
  for (const year of await yearsOf(db.read, scope)) {
    const names = new Map((await listTeamNames(db.read, year.pid)).map(({ tid, name }) => [tid, name]));
    const people = await listJoined(db.read, year.pid);
    await turn();
    const teams = (await listTeamHours(db, year.pid))
      .map((team) => ({ ...team, name: team.tid === null ? null : (names.get(team.tid) ?? null) }))
      .toSorted((a, b) => b.minutes - a.minutes || (a.tid ?? '').localeCompare(b.tid ?? ''));
    rows.push({ ...year, people, teams });
    await turn();
  }
  return seriesStatisticsOf(rows, timestamp(now).slice(0, 10));
}

type Table = { header: string[]; rows: Cell[][] };
type Write = (found: SeriesStatistics, t: Translate) => Table;

/** Each table without what fewer than five people share. */
const tables: Readonly<Record<SeriesTable, Write>> = {
  people: ({ years }, t) => ({
    header: (['year', 'project', 'people', 'new', 'returning', 'left', 'hours'] as const).map((column) =>
      t(`hoursCsv.series.${column}`),
    ),
    rows: years.map(({ year, name, people, new_people, returning_people, left_people, minutes }, index) => {
      // Each follows from the others and the people of two years; so does how many came back after a year without.
      const stayed = (years[index - 1]?.people ?? 0) - (left_people ?? 0);
      const paused = left_people === null ? 0 : returning_people - stayed;
      const parts = [new_people, returning_people, left_people ?? 0, paused];
      const isHidden = hiddenAmong(parts).size > 0;
      const [fresh, back, left] = parts.map((count) => (isHidden ? null : exportedCount(count)));
      return [
        year,
        name,
        exportedCount(people),
        fresh ?? null,
        // Nobody was there before the first year.
        index === 0 ? 0 : (back ?? null),
        // Nobody knows it of the first year.
        left_people === null ? '' : (left ?? null),
        exportedCount(people) === null ? null : toHours(minutes),
      ];
    }),
  }),
  stays: ({ stays }, t) => ({
    header: [t('hoursCsv.series.years'), t('hoursCsv.series.people')],
    // The table of people tells how many they are, and how many years they have been there, all together.
    rows: exportedCounts(stays, { sums: 2 }).map((count, index) => [index + 1, count]),
  }),
  cohorts: ({ years, cohorts }, t) => {
    // The people of a year are in the table of people, so what is hidden must not follow from the others of its column.
    const columns = years.map((_, year) => {
      const counts = cohorts.slice(0, year + 1).map(({ people }, first) => people[year - first] ?? 0);
      // The first cell of a line says how many they were, so the others say how many did not come again.
      const telling = counts.map((count, first) => {
        const missing = (cohorts[first]?.people[0] ?? 0) - count;
        return missing > 0 ? Math.min(count, missing) : count;
      });
      return exportedCounts(counts, { telling });
    });
    return {
      header: [t('hoursCsv.series.firstYear'), ...years.map(({ name }) => name)],
      rows: years.map(({ name }, first) => [name, ...columns.map((column) => exportedCell(column, first))]),
    };
  },
  teams: ({ years }, t) => ({
    header: (['year', 'project', 'team', 'people', 'shifts', 'noShows', 'hours'] as const).map((column) =>
      t(`hoursCsv.series.${column}`),
    ),
    rows: years.flatMap((year) => teamLines(year, t)),
  }),
  joined: ({ years }, t) => {
    const dated = years.flatMap(({ name, joined }) => (joined === null ? [] : [{ name, joined }]));
    const columns = dated.map(({ joined }) => exportedGrowth(totalsOf(joined)));
    return {
      header: [t('hoursCsv.series.weeks'), ...dated.map(({ name }) => name)],
      rows: Array.from({ length: maxWeeks + 1 }, (_, index) => [
        maxWeeks - index,
        ...columns.map((column) => exportedCell(column, index)),
      ]),
    };
  },
};

function teamLines({ year, name, teams }: Year, t: Translate): Cell[][] {
  // The hours of all teams are in the table of people.
  const hidden = hiddenAmong(teams.map(({ people }) => people));
  return teams.map((team, index) => [
    year,
    name,
    team.name ?? t('hoursCsv.series.noTeam'),
    exportedCount(team.people),
    exportedCount(team.shifts),
    exportedCount(team.no_shows),
    hidden.has(index) ? null : toHours(team.minutes),
  ]);
}

/** Nothing where a column has no number, null where it is left out. */
const exportedCell = (column: readonly Exported[], index: number): Cell => {
  const cell = column[index];
  return cell === undefined ? '' : cell;
};

function totalsOf(counts: readonly number[]): number[] {
  let total = 0;
  return counts.map((count) => (total += count));
}

export function seriesTable(found: SeriesStatistics, table: SeriesTable, language: string): Table {
  const t = translateTo(language);
  return withNotes(tables[table](found, t), { heading: t('hoursCsv.note'), note: t('hoursCsv.fewPeople') });
}
