import { inProject, isPlanner } from '../../auth/project-role.ts';
import type { ProjectRole, Roles } from '../../auth/project-role.ts';

/** Owners plan all tasks, chiefs those of their teams. */
export const canPlanFor = ({ owner, teams }: Roles, tid: string | null): boolean =>
  owner || (tid !== null && teams.get(tid) === 'chief');

/** The project's people, and attendees who have left it: they can always see a task that they are on, and leave it. */
export const canSeeTask = (projectRole: ProjectRole, joined: boolean): boolean => joined || inProject(projectRole);

/** Planners, and attendees of the same task. */
export const canSeeAttendees = (roles: Roles, joined: boolean): boolean => joined || isPlanner(roles);

export const hasEnded = (task: { ends_at: string }, now: string): boolean => task.ends_at <= now;
