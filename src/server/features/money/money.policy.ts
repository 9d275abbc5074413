import { holds, inProject, leadsTeam, teamsLedBy } from '../../auth/project-role.ts';
import type { ProjectRole, Roles } from '../../auth/project-role.ts';
import { fail } from '../../errors.ts';

type Part = Pick<Roles, 'owner' | 'deputy'>;

/** Who decides claims and pays them. */
export const handlesMoney = (roles: Part): boolean => holds(roles, 'finance');

/** Who sees all claims and budgets, without receipts and bank accounts. */
export const seesMoney = (roles: Part): boolean => handlesMoney(roles) || holds(roles, 'viewer');

/** Whose expenses a project pays: its people, deputies, and those who help with open tasks. */
export const canClaim = (role: Pick<ProjectRole, 'owner' | 'teams' | 'helper' | 'deputy'>): boolean =>
  inProject(role) || role.helper || role.deputy.size > 0;

/** Chiefs see what their own budgets are spent on. */
export const seesSpending = (roles: Roles, { tid }: { tid: string | null }): boolean =>
  seesMoney(roles) || (tid !== null && leadsTeam(roles, tid));

/** Whose claims somebody sees: all, or those from the budgets of these teams. The queries have the same rule. */
export type Sight = { tids: readonly string[] | null };

export function sightOf(roles: Roles): Sight {
  if (seesMoney(roles)) return { tids: null };
  const tids = teamsLedBy(roles);
  return tids.length === 0 ? fail('forbidden') : { tids };
}
