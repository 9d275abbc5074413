import type { ProjectRole } from '../../../auth/project-role.ts';
import type { Invitation } from './invitations.schema.ts';

type Circumstances = {
  role: Invitation['role'];
  state: ProjectRole['state'];
  disabled_at: string | null;
  sender_suspended_at: string | null;
  /** The sender, if they own the project. */
  owner_uid: string | null;
};

/** What keeps an invitation from being sent. Only owners may ask somebody to lead a team, also when it is sent. */
export function obstacleTo(held: Circumstances): 'not_public' | 'team_disabled' | 'sender' | undefined {
  if (held.state !== 'public') return 'not_public';
  if (held.disabled_at !== null) return 'team_disabled';
  if (held.sender_suspended_at !== null) return 'sender';
  return held.role === 'member' || held.owner_uid !== null ? undefined : 'sender';
}
