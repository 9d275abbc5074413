import { leadsTeam } from '../../../auth/project-role.ts';
import type { ProjectRole } from '../../../auth/project-role.ts';

/** `tid` undefined: of the whole project. */
export type Selection = { tid: string | undefined; chiefsOnly: boolean };

/** The schema allows no other names. */
export function selectionOf(group: string): Selection {
  const [kind, tid] = group.split(':');
  return { tid, chiefsOnly: kind === 'chiefs' };
}

/** Owners see every group, chiefs those of the teams that they lead. */
export const maySeeGroup = (projectRole: ProjectRole, { tid }: Selection): boolean =>
  tid === undefined ? projectRole.owner : leadsTeam(projectRole, tid);
