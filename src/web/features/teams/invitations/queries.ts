import { queryOptions } from '@tanstack/react-query';
import type { Invitation, Invited } from '../../../../client/client.ts';
import { call } from '../../../api.ts';
import { affectedByMembership, affectedByProfile, invitationKeys, projectKeys } from '../../../keys.ts';
import type { Change } from '../../../ui/change.ts';
import { isLanguage } from '../../../ui/i18n.ts';
import { loadAll } from '../../../ui/paging.ts';
import { saveName } from '../../profile/queries.ts';

export const teamInvitationsQuery = (pid: string, tid: string) =>
  queryOptions({
    queryKey: invitationKeys.team(pid, tid),
    queryFn: () => loadAll((query) => call('list_invitations', { path: { pid, tid }, query })),
  });

/** The open invitations to all teams of the project. */
export const projectInvitationsQuery = (pid: string) =>
  queryOptions({
    queryKey: invitationKeys.project(pid),
    queryFn: () => loadAll((query) => call('list_project_invitations', { path: { pid }, query })),
  });

/** One page holds more invitations than one person has open at a time. */
export const ownInvitationsQuery = queryOptions({
  queryKey: invitationKeys.own,
  queryFn: async () => (await call('list_own_invitations', { query: { limit: 50 } })).data,
});

/** Owners see on their dashboard how many are open. */
export const affectedByInvitation = (pid: string) => [
  invitationKeys.all(pid),
  invitationKeys.own,
  projectKeys.dashboard(pid),
];

export type InvitationRole = Invitation['role'];

/** Invites all of these addresses, or none if one of them is refused. */
export const inviteToTeam = (pid: string, tid: string, language: string, role: InvitationRole) => ({
  run: (emails: string[]): Promise<Invited> =>
    call('invite_to_team', {
      path: { pid, tid },
      body: { emails, role, ...(isLanguage(language) ? { language } : {}) },
    }),
  affects: affectedByInvitation(pid),
});

export const revokeInvitation = (pid: string, tid: string): Change<{ id: string; email: string }, unknown> => ({
  run: ({ id }) => call('revoke_invitation', { path: { pid, tid, id } }),
  affects: affectedByInvitation(pid),
});

/** Somebody who has no name yet gives one with the acceptance. */
export const acceptInvitation = (id: string, pid: string): Change<{ name: string | undefined }, void> => ({
  run: async ({ name }) => {
    if (name !== undefined) await saveName(name);
    await call('accept_invitation', { path: { id } });
  },
  affects: [...affectedByMembership(pid), ...affectedByProfile],
});

export const declineInvitation = (id: string, pid: string): Change<void, unknown> => ({
  run: () => call('decline_invitation', { path: { id } }),
  affects: affectedByInvitation(pid),
});
