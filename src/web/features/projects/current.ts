import type { Project } from '../../../client/client.ts';
import { dayAt } from '../../../locales/format/dates.ts';

type Dated = Pick<Project, 'pid' | 'state' | 'starts_on' | 'ends_on'>;

/** The day before in UTC, as it is still today somewhere. For days of events whose time zone is not known. */
export const earliestToday = (now: string): string => new Date(Date.parse(now) - 86_400_000).toISOString().slice(0, 10);

/** Whether the last day is over where the event is. */
export function hasEnded(project: Pick<Project, 'state' | 'starts_on' | 'ends_on' | 'timezone'>, now: string): boolean {
  const { state, starts_on: from, ends_on: to, timezone } = project;
  const today = dayAt(now, timezone);
  return state === 'archived' || (to ?? from ?? today) < today;
}

type Days = Pick<Project, 'state' | 'starts_on' | 'ends_on' | 'timezone'>;

/** A project without dates ends when it is archived. */
export const isOver = (project: Days, now: string): boolean =>
  (project.ends_on !== null || project.state === 'archived') && hasEnded(project, now);

/** Whether it is one of the days of the event. */
export function isOnDay({ starts_on: from, ends_on: to, timezone }: Days, now: string): boolean {
  const today = dayAt(now, timezone);
  return from !== null && from <= today && today <= (to ?? from);
}

const twoWeeksMs = 14 * 86_400_000;

/** Whether tasks may be on: from two weeks before the event to two weeks after it, and always without dates. */
export function isNear({ starts_on: from, ends_on: to }: Pick<Project, 'starts_on' | 'ends_on'>, now: string): boolean {
  const at = Date.parse(now);
  return from === null || (Date.parse(from) - twoWeeksMs <= at && at <= Date.parse(to ?? from) + twoWeeksMs);
}

/** The public project that is running or comes next; after the last event, the latest one. */
export function currentOf<T extends Dated>(projects: readonly T[], now: Date): T | undefined {
  const earliest = earliestToday(now.toISOString());
  const shown = projects.filter(({ state }) => state === 'public');
  const endOf = ({ starts_on: from, ends_on: to }: Dated): string => to ?? from ?? '';
  const coming = shown
    .filter((project) => endOf(project) >= earliest)
    .toSorted((one, other) => endOf(one).localeCompare(endOf(other)));
  const undated = shown.find((project) => endOf(project) === '');
  const latest = shown.toSorted((one, other) => endOf(other).localeCompare(endOf(one)))[0];
  return coming[0] ?? undated ?? latest;
}
