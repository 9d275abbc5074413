import { maxWeeks } from './series-statistics.schema.ts';
import type { SeriesStatistics } from './series-statistics.schema.ts';

type Year = SeriesStatistics['years'][number];
type Joined = { uid: string; joined_at: string };
type Dates = { starts_on: string | null; ends_on: string | null };

/** What is read of a year; the years are in the order of time. */
export type YearRows = Pick<Year, 'pid' | 'name' | 'year' | 'teams'> & Dates & { people: readonly Joined[] };

const dayMs = 86_400_000;
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** How many joined in each week, from `maxWeeks` before the event, or earlier, until it, or later. */
function joinedByWeek(people: readonly Joined[], startsOn: string | null): number[] | null {
  if (startsOn === null) return null;
  const counts = Array.from({ length: maxWeeks + 1 }, () => 0);
  for (const { joined_at } of people) {
    const days = (Date.parse(startsOn) - Date.parse(joined_at.slice(0, 10))) / dayMs;
    const week = maxWeeks - Math.min(Math.max(Math.ceil(days / 7), 0), maxWeeks);
    counts[week] = (counts[week] ?? 0) + 1;
  }
  return counts;
}

/** The last year is over once its last day is; those before it are in any case. */
const isOver = ({ starts_on, ends_on }: Dates, today: string): boolean => {
  const last = ends_on ?? starts_on;
  return last !== null && last < today;
};

export function seriesStatisticsOf(rows: readonly YearRows[], today: string): SeriesStatistics {
  const sets = rows.map(({ people }) => new Set(people.map(({ uid }) => uid)));
  const firstYear = new Map<string, number>();
  const yearsOf = new Map<string, number>();
  for (const [index, uids] of sets.entries())
    for (const uid of uids) {
      if (!firstYear.has(uid)) firstYear.set(uid, index);
      yearsOf.set(uid, (yearsOf.get(uid) ?? 0) + 1);
    }
  const stays = rows.map(() => 0);
  for (const count of yearsOf.values()) stays[count - 1] = (stays[count - 1] ?? 0) + 1;
  const years = rows.map(({ starts_on, ends_on, people, ...year }, index): Year => {
    const uids = sets[index] ?? new Set<string>();
    const before = sets[index - 1];
    const fresh = [...uids].filter((uid) => firstYear.get(uid) === index).length;
    const isKnown = index < rows.length - 1 || isOver({ starts_on, ends_on }, today);
    return {
      ...year,
      starts_on,
      people: uids.size,
      new_people: fresh,
      returning_people: uids.size - fresh,
      left_people: before === undefined || !isKnown ? null : before.difference(uids).size,
      minutes: sum(year.teams.map(({ minutes }) => minutes)),
      no_shows: sum(year.teams.map(({ no_shows }) => no_shows)),
      joined: joinedByWeek(people, starts_on),
    };
  });
  const cohorts = rows.map(({ pid }, first) => ({
    pid,
    people: sets.slice(first).map((uids) => [...uids].filter((uid) => firstYear.get(uid) === first).length),
  }));
  return { years, stays, cohorts };
}
