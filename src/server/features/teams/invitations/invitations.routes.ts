import type { App } from '../../../http/app.ts';
import { callerOf, projectRoleOf, teamOf } from '../../../auth/gate.ts';
import type { Once } from '../../../auth/idempotency.ts';
import type { MailboxLimits } from '../../../auth/mailbox-limits.ts';
import { limits, personKey } from '../../../auth/rate-limits.ts';
import type { Limiter } from '../../../auth/rate-limits.ts';
import type { ProjectScope, ProjectRoles } from '../../../auth/project-role.ts';
import type { Config } from '../../../config.ts';
import type { Db } from '../../../db/db.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { pageRequest } from '../../../http/paging.ts';
import type { PageQuery } from '../../../http/paging.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import type { MailQueue } from '../../mail/mail.service.ts';
import { listInvitations, listOwnInvitations } from './invitations.queries.ts';
import {
  InvitationPage,
  InvitationParams,
  InvitationQuery,
  InvitationsParams,
  Invited,
  NewInvitations,
  OwnInvitationPage,
  OwnInvitationParams,
  ProjectInvitationsParams,
} from './invitations.schema.ts';
import {
  acceptInvitation,
  declineInvitation,
  invite,
  presentInvitation,
  revokeInvitation,
} from './invitations.service.ts';

type Services = {
  db: Db;
  clock: Clock;
  config: Config;
  once: Once;
  mailQueue: MailQueue;
  limiter: Limiter;
  mailboxes: MailboxLimits;
  projectRoles: ProjectRoles;
};

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
          'invite with the role `chief` or `owner`, and `owner` requires a fresh sign-in in a browser. Such an ' +
          'invitation ends when its sender is no longer an owner.',
        params: InvitationsParams,
        body: NewInvitations,
        response: { 200: Ref(Invited) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      await limiter.shared(reply, limits.invitations, personKey(caller));
      return once(request, reply, (trx) => invite(trx, services, caller, teamOf(request), request.body));
    },
  );

  app.delete(
    '/api/projects/:pid/teams/:tid/invitations/:id',
    {
      config: { access: 'team:chief' },
      schema: {
        tags: ['Teams'],
        operationId: 'revoke_invitation',
        summary: 'Revoke an invitation',
        params: InvitationParams,
        response: { 204: Empty('Invitation revoked.') },
      },
    },
    async (request, reply) => {
      await revokeInvitation(services, callerOf(request), teamOf(request), request.params.id);
      return reply.code(204).send();
    },
  );
}

function listRoutes(app: App, { db, clock }: Services): void {
  const list = async (scope: ProjectScope & { tid?: string }, query: PageQuery) => {
    const { limit, after, page } = pageRequest(query, { email: 'text', id: 'text' });
    const rows = await listInvitations(db.read, scope, { now: timestamp(clock.now()), limit, after });
    return page(rows, presentInvitation);
  };

  app.get(
    '/api/projects/:pid/invitations',
    {
      config: { access: 'project:owner' },
      schema: {
        tags: ['Teams'],
        operationId: 'list_project_invitations',
        summary: 'List the open invitations of a project',
        params: ProjectInvitationsParams,
        querystring: InvitationQuery,
        response: { 200: Ref(InvitationPage) },
      },
    },
    (request) => list(projectRoleOf(request).scope, request.query),
  );

  app.get(
    '/api/projects/:pid/teams/:tid/invitations',
    {
      config: { access: 'team:chief' },
      schema: {
        tags: ['Teams'],
        operationId: 'list_invitations',
        summary: 'List the open invitations to a team',
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
      config: { access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'list_own_invitations',
        summary: "List the invitations to the caller's address",
        querystring: InvitationQuery,
        response: { 200: Ref(OwnInvitationPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { id: 'text' });
      const wanted = { now: timestamp(clock.now()), limit, after };
      const rows = await listOwnInvitations(db.read, callerOf(request).email, wanted);
      return page(rows, ({ state, ...invitation }) => ({ ...invitation, draft: state === 'draft' }));
    },
  );

  app.put(
    '/api/me/invitations/:id/acceptance',
    {
      config: { access: 'signed_in', problems: ['not_found', 'team_full', 'project_archived', 'not_allowed'] },
      schema: {
        tags: ['Me'],
        operationId: 'accept_invitation',
        summary: 'Accept an invitation and join the team',
        description:
          'Takes a place in the team. 409 if the team is full; the invitation stays open until there is a ' +
          'place. 422 if the project is a draft, which members and chiefs can join once it is public; owners ' +
          'can join before.',
        params: OwnInvitationParams,
        response: { 204: Empty('The caller is now in the team.') },
      },
    },
    async (request, reply) => {
      await acceptInvitation(services, callerOf(request), request.params.id);
      return reply.code(204).send();
    },
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
    async (request, reply) => {
      await declineInvitation(services, callerOf(request), request.params.id);
      return reply.code(204).send();
    },
  );
}
