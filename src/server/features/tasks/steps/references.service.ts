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

export const isOutside = (day: string, { starts_on, ends_on }: Dates): boolean =>
  (starts_on !== null && day < starts_on) || (ends_on !== null && day > ends_on);

export const outsideDates = ({ starts_on, ends_on }: Dates): string =>
  `must be a day of the project, from ${starts_on ?? '…'} to ${ends_on ?? '…'}`;

export function requireDay(pointer: string, day: string, dates: Dates): void {
  if (isOutside(day, dates)) failField(pointer, outsideDates(dates));
}
