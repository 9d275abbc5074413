import type { Roles } from '../../auth/project-role.ts';
import { canPlanFor } from '../tasks/tasks.policy.ts';

/** Owners plan all tasks; chiefs those of their teams, and so they see drafts of nothing else. */
export const mayDraft = (roles: Roles, tids: readonly string[] | null): boolean =>
  tids === null ? roles.owner : tids.every((tid) => canPlanFor(roles, tid));

/** The teams of a draft if the caller names none. */
export const plannedTeams = ({ owner, teams }: Roles): string[] | null =>
  owner ? null : [...teams].flatMap(([tid, role]) => (role === 'chief' ? [tid] : [])).toSorted();
