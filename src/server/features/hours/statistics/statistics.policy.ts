import type { ProjectStatistics } from './statistics.schema.ts';

/** A task or other work of one person. */
export type Entry = { pid: string; tid: string | null; uid: string; minutes: number; missed: boolean };
type Project = { pid: string; name: string; year: number };
type Team = { pid: string; tid: string; name: string };

const uidsIn = (entries: readonly Entry[]) => new Set(entries.filter(({ missed }) => !missed).map(({ uid }) => uid));

const countsOf = (entries: readonly Entry[]) => ({
  people: uidsIn(entries).size,
  minutes: entries.reduce((sum, { minutes }) => sum + minutes, 0),
  no_shows: entries.filter(({ missed }) => missed).length,
});

function teamsOf(entries: readonly Entry[], teams: readonly Team[]): ProjectStatistics['teams'] {
  const names = new Map(teams.map(({ tid, name }) => [tid, name]));
  return [...Map.groupBy(entries, ({ tid }) => tid)]
    .map(([tid, own]) => ({ tid, name: tid === null ? null : (names.get(tid) ?? null), ...countsOf(own) }))
    .toSorted((a, b) => b.minutes - a.minutes || (a.tid ?? '').localeCompare(b.tid ?? ''));
}

/** `projects` are in the order of time; the result is newest first. */
export function statisticsOf(
  projects: readonly Project[],
  entries: readonly Entry[],
  teams: readonly Team[],
): ProjectStatistics[] {
  const byProject = Map.groupBy(entries, ({ pid }) => pid);
  const teamsByProject = Map.groupBy(teams, ({ pid }) => pid);
  let earlier: ReadonlySet<string> = new Set();
  const found = projects.map(({ pid, name, year }) => {
    const own = byProject.get(pid) ?? [];
    const people = uidsIn(own);
    const returning_people = people.intersection(earlier).size;
    earlier = earlier.union(people);
    return {
      pid,
      name,
      year,
      ...countsOf(own),
      new_people: people.size - returning_people,
      returning_people,
      teams: teamsOf(own, teamsByProject.get(pid) ?? []),
    };
  });
  return found.toReversed();
}
