import type { App } from '../../../http/app.ts';
import { actorOf, callerOf, projectRoleOf, teamOf } from '../../../auth/gate.ts';
import { limits, personKey } from '../../../auth/rate-limits.ts';
import { timestamp } from '../../../lib/clock.ts';
import { pageRequest, totalOnFirst } from '../../../http/paging.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import {
  countByState,
  countDue,
  countInvitations,
  countPast,
  listInvitations,
  listOwnInvitations,
  listPast,
} from './invitations.queries.ts';
import type { InvitationScope } from './invitations.queries.ts';
import {
  InvitationPage,
  InvitationParams,
  InvitationQuery,
  InvitationsParams,
  Invited,
  NewInvitations,
  OwnInvitationPage,
  OwnInvitationParams,
  OwnInvitationQuery,
  ProjectInvitationsParams,
  Reminded,
} from './invitations.schema.ts';
import {
  acceptInvitation,
  declineInvitation,
  invitationPresenter,
  invite,
  presentPast,
  revokeInvitation,
} from './invitations.service.ts';
import { openPhone } from './imported.service.ts';
import { dueBefore, reachOf, remind } from './reminders.service.ts';

export function invitationRoutes(app: App, services: Services): void {
  listRoutes(app, services);
  sendingRoutes(app, services);
  ownRoutes(app, services);
}

function sendingRoutes(app: App, services: Services): void {
  const { once, limiter } = services;

  app.post(
    '/api/projects/:pid/teams/:tid/invitations',
    {
      config: {
        access: 'team:chief',
        deputies: ['recruiting'],
        scope: 'invitations:write',
        problems: [
          'team_disabled',
          'already_member',
          'not_allowed',
          'sign_in_again',
          'browser_only',
          'idempotency_key_reused',
        ],
      },
      schema: {
        tags: ['Teams'],
        operationId: 'invite_to_team',
        summary: 'Invite up to 200 addresses to a team by email',
        description:
          'Anyone who signs in with that address can accept within 14 days, if the team has a free place. In a ' +
          'draft the emails to members and chiefs are sent, and the 14 days start, when it is public. The ' +
          'response does not say whether an address has an account. An address that was already invited gets ' +
          'another email, unless the last one was sent less than ten minutes ago. One mailbox gets at most ' +
          'three emails an hour, and 20 a day, that others cause; those of a draft are counted when it is public. ' +
          '409 if an address belongs to the caller or a member of the team: nobody is invited, and `errors` says ' +
          'which. Only owners of the project can ' +
          'invite with the role `chief` or `owner`, with a fresh sign-in in a browser. An invitation ends when its ' +
          'sender may no longer invite, or the token that sent it has ended. 403 if an address has an open invitation ' +
          'with the role `chief` or `owner`, which only owners can replace, in a browser. Service accounts and limited ' +
          'tokens invite members only. They can send their whole list again and again: each address gets an `outcome`, ' +
          'those that are in the team, are invited, or declined are left out, and nobody gets a second email. A ' +
          'service account sends at most 1,000 invitations in a day; a request for more invites nobody and gets 429.',
        params: InvitationsParams,
        body: NewInvitations,
        response: { 200: Ref(Invited) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      await limiter.shared(reply, limits.invitations, personKey(caller));
      return once(request, reply, (trx, { roles }) =>
        invite(trx, services, { caller, roles }, teamOf(request), request.body),
      );
    },
  );

  app.post(
    '/api/projects/:pid/invitations/reminders',
    {
      config: { access: 'project:planner', deputies: ['recruiting'], problems: ['idempotency_key_reused'] },
      schema: {
        tags: ['Teams'],
        operationId: 'create_invitation_reminders',
        summary: 'Remind everybody who has not answered an invitation',
        description:
          'Sends up to 500 people who are invited as members the invitation again, if the last email was sent two days ago or ' +
          'earlier: those who have waited longest first. Their 14 days start again. Send the request again until nobody ' +
          'is left. Chiefs remind those who are invited to the teams that they lead.',
        params: ProjectInvitationsParams,
        response: { 200: Ref(Reminded) },
      },
    },
    async (request, reply) => {
      await limiter.shared(reply, limits.invitations, personKey(callerOf(request)));
      return once(request, reply, (trx, { roles }) => remind(trx, services, actorOf(request, services.clock), roles));
    },
  );

  app.delete(
    '/api/projects/:pid/teams/:tid/invitations/:id',
    {
      config: { access: 'team:chief', deputies: ['recruiting'], scope: 'invitations:write' },
      schema: {
        tags: ['Teams'],
        operationId: 'revoke_invitation',
        summary: 'Revoke an invitation',
        description: 'Those with the role `chief` or `owner` are revoked by owners in a browser only.',
        params: InvitationParams,
        response: { 204: Empty('Invitation revoked.') },
      },
    },
    (request) => revokeInvitation(services, callerOf(request), teamOf(request), request.params.id),
  );
}

function listRoutes(app: App, { db, clock }: Services): void {
  const list = async (scope: InvitationScope, query: InvitationQuery) => {
    const { limit, after, page } = pageRequest(query, { shown_email: 'text', id: 'text' });
    const { state, role, q } = query;
    const wanted = { now: timestamp(clock.now()), limit, after, role, q };
    if (state === 'accepted' || state === 'declined' || state === 'expired') {
      const rows = await listPast(db.read, scope, { ...wanted, state });
      const counted = await totalOnFirst(after, () => countPast(db.read, scope, { ...wanted, state }));
      return { ...page(rows, presentPast), ...counted };
    }
    const open = { ...wanted, ...(state !== undefined && { held: state === 'not_sent' }) };
    const rows = await listInvitations(db.read, scope, open);
    const counted = await totalOnFirst(after, () => countInvitations(db.read, scope, open));
    const present = await invitationPresenter(db.read, clock.now(), scope, rows);
    return { ...page(rows, present), ...counted };
  };

  app.get(
    '/api/projects/:pid/invitations',
    {
      config: { access: 'project:planner', deputies: ['recruiting'], scope: 'invitations:write' },
      schema: {
        tags: ['Teams'],
        operationId: 'list_project_invitations',
        summary: 'List the invitations of a project',
        description:
          'Without `state`, those that are open or not sent yet. Chiefs see those to the teams that they lead.',
        params: ProjectInvitationsParams,
        querystring: InvitationQuery,
        response: { 200: Ref(InvitationPage) },
      },
    },
    async (request) => {
      const projectRole = projectRoleOf(request);
      const reach = reachOf(projectRole, projectRole);
      const listed = await list(reach, request.query);
      if (request.query.cursor !== undefined) return listed;
      const times = dueBefore(clock.now());
      const counts = await countByState(db.read, reach, times.now);
      return { ...listed, counts, due: await countDue(db.read, reach, times) };
    },
  );

  app.get(
    '/api/projects/:pid/teams/:tid/invitations',
    {
      config: { access: 'team:chief', deputies: ['recruiting'], scope: 'invitations:write' },
      schema: {
        tags: ['Teams'],
        operationId: 'list_invitations',
        summary: 'List the invitations to a team',
        description: 'Without `state`, those that are open or not sent yet.',
        params: InvitationsParams,
        querystring: InvitationQuery,
        response: { 200: Ref(InvitationPage) },
      },
    },
    (request) => list(teamOf(request), request.query),
  );
}

function ownRoutes(app: App, services: Services): void {
  const { db, clock } = services;

  app.get(
    '/api/me/invitations',
    {
      config: { translates: 'names', access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'list_own_invitations',
        summary: "List the invitations to the caller's address",
        querystring: OwnInvitationQuery,
        response: { 200: Ref(OwnInvitationPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { id: 'text' });
      const wanted = { now: timestamp(clock.now()), limit, after };
      const rows = await listOwnInvitations(db.read, callerOf(request).email, wanted);
      return page(rows, ({ state, phone, ...invitation }) => ({
        ...invitation,
        phone: openPhone(services.keys, invitation.pid, phone),
        draft: state === 'draft',
      }));
    },
  );

  app.put(
    '/api/me/invitations/:id/acceptance',
    {
      config: {
        access: 'signed_in',
        problems: ['not_found', 'team_full', 'project_archived', 'not_allowed', 'sign_in_again', 'browser_only'],
      },
      schema: {
        tags: ['Me'],
        operationId: 'accept_invitation',
        summary: 'Accept an invitation and join the team',
        description:
          'Takes a place in the team. 409 if the team is full; the invitation stays open until there is a ' +
          'place. 422 if the project is a draft, which members and chiefs can join once it is public; owners ' +
          'can join before. To lead a team or own a project needs a fresh sign-in in a browser.',
        params: OwnInvitationParams,
        response: { 204: Empty('The caller is now in the team.') },
      },
    },
    (request) => acceptInvitation(services, callerOf(request), request.params.id),
  );

  app.delete(
    '/api/me/invitations/:id',
    {
      config: { access: 'signed_in', problems: ['not_found'] },
      schema: {
        tags: ['Me'],
        operationId: 'decline_invitation',
        summary: 'Decline an invitation',
        params: OwnInvitationParams,
        response: { 204: Empty('Invitation declined.') },
      },
    },
    (request) => declineInvitation(services, callerOf(request), request.params.id),
  );
}
