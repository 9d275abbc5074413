import type { Invitation } from '../../../../client/client.ts';

/** The addresses of those who are invited to lead the team and have not answered. */
export const chiefsInvitedTo = (invitations: readonly Invitation[], team: string): string[] =>
  invitations.filter(({ tid, role }) => tid === team && role === 'chief').map(({ email }) => email);
