import { longestWorkHours } from '../../../../shared/rules.ts';
import { teamsLedBy } from '../../../auth/project-role.ts';
import type { Roles } from '../../../auth/project-role.ts';
import { failField } from '../../../errors.ts';
import { hours, timestamp } from '../../../lib/clock.ts';
import { toUtc } from '../../../http/moment.ts';
import { canPlanFor } from '../../tasks/tasks.policy.ts';

type Row = { uid: string; tid: string | null; state: 'claimed' | 'approved' | 'declined' };

/** `alone`: nobody else could decide about the caller's own work. */
export type Decider = { roles: Roles; caller: string; alone: boolean };

export const canDecide = ({ roles, caller, alone }: Decider, { uid, tid }: Pick<Row, 'uid' | 'tid'>): boolean =>
  canPlanFor(roles, tid) && (uid !== caller || alone);

/** Those who decide, and people their own as long as nobody has decided. */
export const canRemove = (decider: Decider, row: Row): boolean =>
  canDecide(decider, row) || (row.uid === decider.caller && row.state === 'claimed');

/** Teams whose work the caller sees besides their own; null for all. */
export const seenTeams = (roles: Roles): string[] | null => (roles.owner ? null : teamsLedBy(roles));

export function workTimes(input: { starts_at: string; ends_at: string }, now: Date) {
  const [starts_at, ends_at] = [toUtc('/starts_at', input.starts_at), toUtc('/ends_at', input.ends_at)];
  if (ends_at <= starts_at) failField('/ends_at', 'must be after starts_at');
  if (ends_at > timestamp(now)) failField('/ends_at', 'must not be in the future');
  if (Date.parse(ends_at) - Date.parse(starts_at) > hours(longestWorkHours) * 1000)
    failField('/ends_at', `must be at most ${longestWorkHours} hours after starts_at`);
  return { starts_at, ends_at };
}
