import { leaveUntilMs } from '../../../../shared/rules.ts';
import { inProject } from '../../../auth/project-role.ts';
import type { Roles } from '../../../auth/project-role.ts';
import type { Tables } from '../../../db/tables.ts';
import type { Selectable } from 'kysely';
import { isMarked } from '../attendance/states.policy.ts';
import type { AttendanceState } from '../attendance/states.policy.ts';
import { canPlanFor, canSee, hasEnded } from '../tasks.policy.ts';
import type { Refusal, Times } from './rules.policy.ts';

/**
 * How somebody gets onto a task or off it: by themselves, by a planner, from the waiting list, by taking an offered place,
 * because a planner approved their request, by a draft plan, or because a step that took the place from them is undone.
 */
export type Way = 'self' | 'planner' | 'waiting' | 'offer' | 'approval' | 'draft' | 'undo';

/** What a person is in the project of a task. Helpers have no team: they help with tasks that are open to everybody. */
export type PersonRoles = Pick<Roles, 'owner' | 'teams'> & { helper: boolean; suspended: boolean };

/** Whether the person is part of the project, also as a helper. */
export const belongs = (personRoles: PersonRoles): boolean =>
  !personRoles.suspended && (inProject(personRoles) || personRoles.helper);

/** What of a task decides who gets onto it in which way. */
export type WayTask = Times & Pick<Selectable<Tables['tasks']>, 'tid' | 'visibility' | 'joining' | 'opens_at'>;

export type WayRefusal = 'not_of_project' | 'not_found' | 'not_open_yet' | 'planners_only';

/** Why the person cannot get onto the task in this way, or null. The rules about people and times come on top. */
export function wayRefusal(by: Way, personRoles: PersonRoles, task: WayTask, now: string): WayRefusal | null {
  if (personRoles.suspended) return 'not_of_project';
  if (by === 'planner' || by === 'draft') return belongs(personRoles) ? null : 'not_of_project';
  // Helpers who lost their last place can have it again.
  if (by === 'undo') return belongs(personRoles) || task.visibility === 'signed_in' ? null : 'not_of_project';
  if (!canSee(personRoles, task)) return inProject(personRoles) ? 'not_found' : 'not_of_project';
  if (by === 'approval' || canPlanFor(personRoles, task.tid)) return null;
  // Planners may have taken over the task since the person began to wait, or got the offer.
  if (task.joining !== 'open') return 'planners_only';
  return by === 'self' && task.opens_at !== null && task.opens_at > now ? 'not_open_yet' : null;
}

/** Whether somebody could join the task, or ask for a place, as far as it does not depend on their own plan. */
export function canJoin(roles: Pick<Roles, 'owner' | 'teams'>, task: WayTask, now: string): boolean {
  if (hasEnded(task, now) || !canSee(roles, task)) return false;
  if (canPlanFor(roles, task.tid)) return true;
  return task.joining !== 'planners' && (task.opens_at === null || task.opens_at <= now);
}

/** Whether the time until which people can leave by themselves has passed. */
export function isTooLateToLeave(task: Times, leaveUntilHours: number, now: string): boolean {
  return leaveUntilMs(task, leaveUntilHours) < Date.parse(now);
}

type OwnPlace = { state: AttendanceState | null | undefined; hours: number };

/** Whether somebody on the task can leave it by themselves: not after its end, nor once somebody has marked whether they came. */
export const canLeave = (
  roles: Pick<Roles, 'owner' | 'teams'>,
  task: Times & { tid: string | null },
  { state, hours }: OwnPlace,
  now: string,
): boolean =>
  !hasEnded(task, now) && !isMarked(state) && (canPlanFor(roles, task.tid) || !isTooLateToLeave(task, hours, now));

type Row = Pick<Selectable<Tables['tasks']>, 'joining' | 'opens_at' | 'capacity' | 'attendee_count' | 'held_count'>;

type Situation = {
  /** Why the person's own plan, skills or age do not allow it. */
  personal: readonly Refusal[];
  /** Planners take places directly, whatever the way of joining. */
  plans: boolean;
  declined: boolean;
  waiting: { offered_until: string | null } | null;
  now: string;
};

export type JoinRefusal = Refusal | 'planners_only' | 'declined' | 'not_open_yet' | 'task_full';

/**
 * Everything that keeps somebody who sees the task from taking a place. Reasons that concern the person come first: waiting
 * would not help. Nothing else matters if only organisers assign people.
 */
export function joinRefusals(row: Row, { personal, plans, declined, waiting, now }: Situation): JoinRefusal[] {
  if (row.joining === 'planners' && !plans) return ['planners_only'];
  const refusals: JoinRefusal[] = [...personal];
  if (declined && row.joining === 'approval' && !plans) refusals.push('declined');
  if (!plans && row.opens_at !== null && row.opens_at > now) refusals.push('not_open_yet');
  // A free place may be held for the person.
  const isFull = row.attendee_count + row.held_count >= row.capacity && waiting?.offered_until == null;
  return isFull ? [...refusals, 'task_full'] : refusals;
}
