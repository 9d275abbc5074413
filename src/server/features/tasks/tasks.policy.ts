import type { Selectable } from 'kysely';
import { holds, inProject, isPlanner, leadsTeam } from '../../auth/project-role.ts';
import type { ProjectRole, Roles } from '../../auth/project-role.ts';
import type { Tables } from '../../db/tables.ts';
import { fail } from '../../errors.ts';

/** Owners plan all tasks, chiefs those of their teams. */
export const canPlanFor = (roles: Pick<Roles, 'owner' | 'teams'>, tid: string | null): boolean => leadsTeam(roles, tid);

/** The caller must be a planner of all these teams. */
export function requirePlanner(roles: Pick<Roles, 'owner' | 'teams'>, ...tids: readonly (string | null)[]): void {
  if (!tids.every((tid) => canPlanFor(roles, tid)))
    fail('forbidden', { detail: 'Chiefs can only plan tasks of their own team' });
}

export type Visible = Pick<Selectable<Tables['tasks']>, 'tid' | 'visibility'>;

/** Whether somebody with these roles may know of the task without being on it. */
export function canSee(roles: Pick<Roles, 'owner' | 'teams'>, { tid, visibility }: Visible): boolean {
  if (roles.owner || visibility === 'signed_in') return true;
  // A task of the whole project has no team that it could be limited to.
  return visibility === 'team' && tid !== null ? roles.teams.has(tid) : inProject(roles);
}

/** For the change feed: the team that alone may know of the task. */
export const limitOf = ({ visibility, tid }: Visible) =>
  visibility === 'team' && tid !== null ? { limited_to: tid } : {};

/** Attendees who have left the project can always see a task that they are on, and leave it. For lists: `visibleTo`. */
export const canSeeTask = (projectRole: ProjectRole, task: Visible, joined: boolean): boolean =>
  joined || holds(projectRole, 'viewer') || canSee(projectRole, task);

/** Planners, deputies who read what owners read, and attendees of the same task. */
export const canSeeAttendees = (roles: Roles, joined: boolean): boolean =>
  joined || isPlanner(roles) || holds(roles, 'viewer');

export const hasEnded = (task: { ends_at: string }, now: string): boolean => task.ends_at <= now;

/** Only the team sees it, so there has to be one. Stored tasks may be older than this rule. */
export const needsTeam = ({ tid, visibility }: Visible): boolean => visibility === 'team' && tid === null;
export const needsTeamDetail = 'needs a team; choose one, or show the task to the project';
