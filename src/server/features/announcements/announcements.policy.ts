import { inProject, inTeam, leadsTeam } from '../../auth/project-role.ts';
import type { Roles } from '../../auth/project-role.ts';

type Row = { tid: string | null; audience: 'public' | 'people' };

/** Owners for the project and every team, chiefs for their own team. */
export const canAnnounce = (roles: Roles, tid: string | null): boolean => leadsTeam(roles, tid);

/** Those of a team are for its people and the owners. The query of the list has the same rule. */
export function canSeeAnnouncement(roles: Roles, { tid, audience }: Row): boolean {
  if (tid !== null) return inTeam(roles, tid);
  return audience === 'public' || inProject(roles);
}
