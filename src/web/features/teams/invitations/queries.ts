import { queryOptions } from '@tanstack/react-query';
import type { Invitation, Invited } from '../../../../client/client.ts';
import { call } from '../../../api.ts';
import { affectedByMembership, affectedByProfile, invitationKeys, projectKeys } from '../../../keys.ts';
import type { Change } from '../../../ui/change.ts';
import type { Language } from '../../../ui/i18n.ts';
import { maxPageSize } from '../../../../shared/limits.ts';
import { loadAll, pagedQuery } from '../../../ui/paging.ts';
import { saveName, savePhone } from '../../profile/queries.ts';
import type { InvitationState } from './search.ts';

/** The open invitations to a team. */
export const teamInvitationsQuery = (pid: string, tid: string, q?: string) =>
  pagedQuery(
    invitationKeys.team(pid, tid, q),
    (query) => call('list_invitations', { path: { pid, tid }, query: { ...query, ...(q !== undefined && { q }) } }),
    maxPageSize,
  );

/** Who is invited to lead a team of the project, or to own it. */
export const invitedAsQuery = (pid: string, role: 'chief' | 'owner') =>
  queryOptions({
    queryKey: invitationKeys.role(pid, role),
    queryFn: () => loadAll((query) => call('list_project_invitations', { path: { pid }, query: { ...query, role } })),
  });

type Filter = { state?: InvitationState | undefined; q?: string | undefined };

/** The invitations of the project in one state; for chiefs, those to their teams. */
export const projectInvitationsQuery = (pid: string, { state = 'open', q }: Filter = {}) =>
  pagedQuery(
    invitationKeys.project(pid, { state, q }),
    (query) =>
      call('list_project_invitations', { path: { pid }, query: { ...query, state, ...(q !== undefined && { q }) } }),
    maxPageSize,
  );

/** Reminds up to 500 people who have not answered. */
export const remindAll = (pid: string) => ({
  run: () => call('create_invitation_reminders', { path: { pid } }),
  affects: affectedByInvitation(pid),
});

/** People of an earlier project who could be invited to the same teams, or to one of them. */
export const returningQuery = (pid: string, from: string, tid: string | undefined) =>
  pagedQuery(
    invitationKeys.returning(pid, { from, tid }),
    (query) =>
      call('list_returning_people', { path: { pid }, query: { ...query, from, ...(tid !== undefined && { tid }) } }),
    maxPageSize,
  );

export const ownInvitationsQuery = queryOptions({
  queryKey: invitationKeys.own,
  queryFn: () => loadAll((query) => call('list_own_invitations', { query })),
});

/** Owners see on their dashboard how many are open. */
export const affectedByInvitation = (pid: string) => [
  invitationKeys.all(pid),
  invitationKeys.own,
  projectKeys.dashboard(pid),
];

export type InvitationRole = Invitation['role'];
export type Invitee = { email: string; name?: string };

/** Invites all of these addresses, or none if one of them is refused. */
export const inviteToTeam = (pid: string, tid: string, language: Language | undefined, role: InvitationRole) => ({
  run: (people: readonly Invitee[]): Promise<Invited> =>
    call('invite_to_team', {
      path: { pid, tid },
      body: {
        emails: people.map(({ email }) => email),
        ...(people.some(({ name = '' }) => name !== '') && {
          names: people.map(({ name = '' }) => name.slice(0, 100)),
        }),
        role,
        ...(language !== undefined && { language }),
      },
    }),
  affects: affectedByInvitation(pid),
});

export const revokeInvitation = (
  pid: string,
): Change<Pick<Invitation, 'id' | 'tid' | 'email' | 'name' | 'offer'>, unknown> => ({
  run: ({ id, tid }) => call('revoke_invitation', { path: { pid, tid, id } }),
  affects: affectedByInvitation(pid),
});

type Acceptance = { name: string | undefined; phone: string | undefined };

/** Somebody who has no name yet gives one with the acceptance. */
export const acceptInvitation = (id: string, pid: string): Change<Acceptance, void> => ({
  run: async ({ name, phone }) => {
    if (name !== undefined) await saveName(name);
    if (phone !== undefined) await savePhone(phone);
    await call('accept_invitation', { path: { id } });
  },
  affects: [...affectedByMembership(pid), ...affectedByProfile],
});

export const declineInvitation = (id: string, pid: string): Change<void, unknown> => ({
  run: () => call('decline_invitation', { path: { id } }),
  affects: affectedByInvitation(pid),
});
