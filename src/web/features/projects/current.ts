import type { Project } from '../../../client/client.ts';
import { dayAt } from '../../../locales/format/dates.ts';

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
