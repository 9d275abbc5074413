import type { ProjectScope, Roles } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import { fail, failField, refuseField } from '../../../errors.ts';
import { requirePlanner } from '../tasks.policy.ts';
import { listKindsOf, listPlacesOf, listTeamsOf } from './steps.queries.ts';

type References = {
  tid?: string | null | undefined;
  kind?: string | null | undefined;
  place?: string | null | undefined;
};

/** The team, kind and place that tasks are to get. `path` is where they are in the request. */
export async function requireReferences(
  read: Reader,
  scope: ProjectScope,
  roles: Roles,
  { tid, kind, place }: References,
  path = '',
): Promise<void> {
  if (tid !== undefined) requirePlanner(roles, tid);
  if (tid != null) {
    const team = (await listTeamsOf(read, scope)).find((one) => one.tid === tid);
    if (team === undefined) return refuseField(`${path}/tid`, 'is not a team of this project');
    if (team.disabled_at !== null) fail('team_disabled');
  }
  if (kind != null && !(await listKindsOf(read, scope)).some(({ id }) => id === kind)) {
    refuseField(`${path}/kind`, 'is not a kind of task of this project');
  }
  if (place != null && !(await listPlacesOf(read, scope)).some(({ id }) => id === place)) {
    refuseField(`${path}/place`, 'is not a place of this project');
  }
}

type Dates = { starts_on: string | null; ends_on: string | null };

/** Enough for building up and tearing down. A day in the wrong year is a typing error. */
const marginDays = 180;

const later = (day: string | null, days: number): string | null =>
  day === null ? null : Temporal.PlainDate.from(day).add({ days }).toString();

const plannableDays = ({ starts_on, ends_on }: Dates) => ({
  first: later(starts_on, -marginDays),
  last: later(ends_on, marginDays),
});

export function isOutside(day: string, dates: Dates): boolean {
  const { first, last } = plannableDays(dates);
  return (first !== null && day < first) || (last !== null && day > last);
}

export function outsideDates(dates: Dates): string {
  const { first, last } = plannableDays(dates);
  return `must be at most ${marginDays} days before or after the event, from ${first ?? '…'} to ${last ?? '…'}`;
}

export function requireDay(pointer: string, day: string, dates: Dates): void {
  if (isOutside(day, dates)) failField(pointer, outsideDates(dates));
}
