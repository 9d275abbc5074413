import { earliestTaskDays, plannableMarginDays } from '../../../../shared/rules.ts';
import type { ProjectScope, Roles } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import { fail, failField, refuseField } from '../../../errors.ts';
import { dayAt } from '../../../lib/time.ts';
import { requirePlanner } from '../tasks.policy.ts';
import { findTeam, hasKind, hasPlace, hasSkill } from '../tasks.queries.ts';
import type { Step, TaskChange } from './step.policy.ts';
import { findCalendarOf } from './steps.queries.ts';

type References = {
  tid?: string | null | undefined;
  kind?: string | null | undefined;
  place?: string | null | undefined;
  grants_skill?: string | null | undefined;
};

/** The team, kind, place and skill that tasks are to get. `path` is where they are in the request. */
export async function requireReferences(
  read: Reader,
  scope: ProjectScope,
  roles: Roles,
  { tid, kind, place, grants_skill: skill }: References,
  path = '',
): Promise<void> {
  if (tid !== undefined) requirePlanner(roles, tid);
  if (tid != null) {
    const team = await findTeam(read, scope, tid);
    if (team === undefined) return refuseField(`${path}/tid`, 'is not a team of this project');
    if (team.disabled_at !== null) fail('team_disabled');
  }
  if (kind != null && !(await hasKind(read, scope, kind)))
    refuseField(`${path}/kind`, 'is not a kind of task of this project');
  if (place != null && !(await hasPlace(read, scope, place)))
    refuseField(`${path}/place`, 'is not a place of this project');
  if (skill != null && !(await hasSkill(read, scope, skill)))
    refuseField(`${path}/grants_skill`, 'is not a skill of this project');
}

type Dates = { starts_on: string | null; ends_on: string | null };

const later = (day: string | null, days: number): string | null =>
  day === null ? null : Temporal.PlainDate.from(day).add({ days }).toString();

const plannableDays = ({ starts_on, ends_on }: Dates, daysBefore: number) => ({
  first: later(starts_on, -daysBefore),
  last: later(ends_on ?? starts_on, plannableMarginDays),
});

export function isOutside(day: string, dates: Dates, daysBefore = plannableMarginDays): boolean {
  const { first, last } = plannableDays(dates, daysBefore);
  return (first !== null && day < first) || (last !== null && day > last);
}

export function outsideDates(dates: Dates, daysBefore = plannableMarginDays): string {
  const { first, last } = plannableDays(dates, daysBefore);
  const margin =
    daysBefore === plannableMarginDays
      ? `${plannableMarginDays} days before or after the event`
      : `${daysBefore} days before or ${plannableMarginDays} days after the event`;
  return `must be at most ${margin}, from ${first ?? '…'} to ${last ?? '…'}`;
}

/** Refuses new days far from both the event and today. The days of a series are checked where it is defined. */
export async function requirePlannable(
  read: Reader,
  scope: ProjectScope,
  { created, changed, series }: Step,
  now: Date,
): Promise<void> {
  const isMoved = ({ before, after }: TaskChange): boolean =>
    before.starts_at !== after.starts_at || before.ends_at !== after.ends_at;
  const moved = [...created.map((after) => ({ before: undefined, after })), ...changed.filter(isMoved)];
  if (moved.length === 0 || series !== undefined) return;
  const { timezone, ...dates } = await findCalendarOf(read, scope);
  const today = dayAt(now, timezone);
  const around = { starts_on: today, ends_on: today };
  for (const { before, after } of moved)
    for (const field of ['starts_at', 'ends_at'] as const) {
      const day = dayAt(new Date(after[field]), timezone);
      // The event may have moved since, and the task may have been elsewhere before there was this limit.
      if (before !== undefined && day === dayAt(new Date(before[field]), timezone)) continue;
      if (isOutside(day, dates, earliestTaskDays) && isOutside(day, around, earliestTaskDays))
        failField(
          moved.length === 1 ? `/${field}` : `/tasks/${after.id}/${field}`,
          outsideDates(dates, earliestTaskDays),
        );
    }
}

export function requireDay(pointer: string, day: string, dates: Dates): void {
  if (isOutside(day, dates)) failField(pointer, outsideDates(dates));
}
