import { teamsLedBy } from '../../auth/project-role.ts';
import type { Roles } from '../../auth/project-role.ts';
import { canPlanFor } from '../tasks/tasks.policy.ts';

/** Owners plan all tasks; chiefs those of their teams. */
export const mayDraft = (roles: Roles, tids: readonly string[] | null): boolean =>
  tids === null ? roles.owner : tids.every((tid) => canPlanFor(roles, tid));

type Drafted = { tids: string[] | null; by_owner?: boolean; people_of?: string[] | null };

/**
 * Drafts tell about the people with whom they were made, those of owners about all: chiefs see only drafts with people of
 * teams that they lead, whatever teams the tasks belong to.
 */
export const maySeeDraft = (roles: Roles, { tids, by_owner, people_of = tids }: Drafted): boolean =>
  roles.owner || (by_owner !== true && mayDraft(roles, tids) && mayDraft(roles, people_of));

/** The teams whose people a draft is made with, and whose tasks if the caller names none. */
export const plannedTeams = (roles: Roles): string[] | null => (roles.owner ? null : teamsLedBy(roles).toSorted());
