import { teamsLedBy } from '../../auth/project-role.ts';
import type { Roles } from '../../auth/project-role.ts';
import { canPlanFor } from '../tasks/tasks.policy.ts';

/** Owners plan all tasks; chiefs those of their teams. */
export const mayDraft = (roles: Roles, tids: readonly string[] | null): boolean =>
  tids === null ? roles.owner : tids.every((tid) => canPlanFor(roles, tid));

/** Drafts of owners tell about people of all teams, so chiefs do not see them, whatever teams they are for. */
export const maySeeDraft = (roles: Roles, { tids, by_owner }: { tids: string[] | null; by_owner?: boolean }): boolean =>
  roles.owner || (by_owner !== true && mayDraft(roles, tids));

/** The teams of a draft if the caller names none. */
export const plannedTeams = (roles: Roles): string[] | null => (roles.owner ? null : teamsLedBy(roles).toSorted());
