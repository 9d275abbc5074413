import type { Project } from '../../../client/client.ts';

type Dated = Pick<Project, 'pid' | 'state' | 'starts_on' | 'ends_on'>;

/** The public project that is running or comes next; after the last event, the latest one. */
export function currentOf<T extends Dated>(projects: readonly T[], now: Date): T | undefined {
  // A day longer than in UTC, as it is still today somewhere.
  const yesterday = new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10);
  const shown = projects.filter(({ state }) => state === 'public');
  const endOf = ({ starts_on: from, ends_on: to }: Dated): string => to ?? from ?? '';
  const coming = shown
    .filter((project) => endOf(project) >= yesterday)
    .toSorted((one, other) => endOf(one).localeCompare(endOf(other)));
  const undated = shown.find((project) => endOf(project) === '');
  const latest = shown.toSorted((one, other) => endOf(other).localeCompare(endOf(one)))[0];
  return coming[0] ?? undated ?? latest;
}
