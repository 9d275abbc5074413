import type { Person } from '../../../auth/caller.ts';
import type { ProjectRole, Roles } from '../../../auth/project-role.ts';
import type { Invitation } from './invitations.schema.ts';

type Circumstances = { state: ProjectRole['state']; disabled_at: string | null };

/** Invitations to lead or to own are made, replaced and revoked by owners in a browser. */
export const mayGive = ({ credential }: Person, roles: Roles, role: Invitation['role']): boolean =>
  role === 'member' || (roles.owner && credential.kind === 'session');

/** What keeps an invitation from being sent. `maySend`: the sender may give the role, also when it is sent. */
export function obstacleTo(
  { state, disabled_at }: Circumstances,
  maySend: boolean,
): 'not_public' | 'team_disabled' | 'sender' | undefined {
  if (state !== 'public') return 'not_public';
  if (disabled_at !== null) return 'team_disabled';
  return maySend ? undefined : 'sender';
}
