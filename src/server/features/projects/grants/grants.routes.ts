import type { FastifyRequest } from 'fastify';
import { grantDaysAfterEvent } from '../../../../shared/deputies.ts';
import { actorOf, callerOf, projectRoleOf } from '../../../auth/gate.ts';
import { limits, personKey } from '../../../auth/rate-limits.ts';
import { fail } from '../../../errors.ts';
import type { App } from '../../../http/app.ts';
import { pageRequest } from '../../../http/paging.ts';
import { expectedRevision, withRevision } from '../../../http/revision.ts';
import { timestamp } from '../../../lib/clock.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { findGrant, listGrants } from './grants.queries.ts';
import {
  Grant,
  GrantChange,
  GrantPage,
  GrantParams,
  GrantsParams,
  GrantsQuery,
  NewGrant,
  OwnGrantParams,
} from './grants.schema.ts';
import {
  changeGrant,
  deputyOf,
  endGrant,
  giveGrant,
  giveUpGrant,
  presentGrant,
  recordLookup,
} from './grants.service.ts';
import type { Deputy } from './grants.service.ts';

export function grantRoutes(app: App, services: Services): void {
  const { db, clock, once, limiter } = services;
  const changeOf = (request: FastifyRequest<{ Params: { id: string } }>) => ({
    ...actorOf(request, clock),
    id: request.params.id,
  });

  app.get(
    '/api/projects/:pid/grants',
    {
      config: { access: 'project:appointer', deputies: ['viewer'] },
      schema: {
        tags: ['Projects'],
        operationId: 'list_grants',
        summary: 'List the deputies of a project',
        description:
          'People who do a part of the work of owners, or lead a team, until a moment. In the order in which they were given. ' +
          'Those that ended more than a year ago are deleted.',
        params: GrantsParams,
        querystring: GrantsQuery,
        response: { 200: Ref(GrantPage) },
      },
    },
    async (request) => {
      const { state, granted_by: grantedBy } = request.query;
      const { limit, after, page } = pageRequest(request.query, { id: 'text' });
      const role = projectRoleOf(request);
      const now = clock.now();
      const wanted = { now: timestamp(now), ended: state === 'ended', grantedBy, after: after?.id, limit: limit + 1 };
      const rows = await listGrants(db.read, role.scope, wanted);
      return page(rows, (row) => presentGrant(row, role, now));
    },
  );

  app.post(
    '/api/projects/:pid/grants',
    {
      config: {
        access: 'project:owner',
        stepUp: true,
        problems: ['not_allowed', 'already_exists', 'idempotency_key_reused'],
      },
      schema: {
        tags: ['Projects'],
        operationId: 'give_grant',
        summary: 'Make somebody a deputy',
        description:
          'They can do this part of the work of owners from `from` until `until`; then it ends by itself. It ends at most ' +
          `${grantDaysAfterEvent} days after the event. They are notified, and both sides a day before it ends and when it ` +
          'has ended. `finance` and `safety` need a passkey where owners need one. Because the response shows whether an address ' +
          'has an account, requests with `email` are limited to 20 an hour, and those that are refused are in the audit log.',
        params: GrantsParams,
        body: NewGrant,
        response: { 201: Ref(Grant) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request, clock);
      const { scope } = actor.projectRole;
      const isByAddress = request.body.email !== undefined;
      if (isByAddress) await limiter.shared(reply, limits.lookups, personKey(actor.caller));
      const give = async (deputy: Deputy) =>
        once(
          request,
          reply,
          async (trx, confirmed) => {
            const id = await giveGrant(trx, actor, confirmed, deputy, request.body);
            return presentGrant((await findGrant(trx, scope, id)) ?? fail('not_found'), actor.projectRole, actor.now);
          },
          [deputy.uid],
        );
      const grant = await deputyOf(db.read, request.body)
        .then(give)
        .catch(async (error: unknown) => {
          if (isByAddress) await recordLookup(services, actor);
          throw error;
        });
      reply.header('location', `/api/projects/${scope.pid}/grants/${grant.id}`);
      return grant;
    },
  );

  app.get(
    '/api/projects/:pid/grants/:id',
    {
      config: { access: 'project:appointer', deputies: ['viewer'] },
      schema: {
        tags: ['Projects'],
        operationId: 'get_grant',
        summary: 'Read what a deputy was given',
        params: GrantParams,
        response: { 200: Ref(Grant) },
      },
    },
    async (request, reply) => {
      const role = projectRoleOf(request);
      const row = await findGrant(db.read, role.scope, request.params.id);
      if (row === undefined) return fail('not_found', { detail: 'There is no such grant' });
      return withRevision(reply, row.revision, presentGrant(row, role, clock.now()));
    },
  );

  app.patch(
    '/api/projects/:pid/grants/:id',
    {
      config: {
        access: 'project:owner',
        stepUp: true,
        problems: ['not_allowed', 'already_exists', 'conflict', 'stale'],
      },
      schema: {
        tags: ['Projects'],
        operationId: 'change_grant',
        summary: 'Change when it ends',
        description: 'Nobody prolongs their own. The person is notified.',
        params: GrantParams,
        body: GrantChange,
        response: { 200: Ref(Grant) },
      },
    },
    async (request, reply) => {
      const change = changeOf(request);
      const row = await changeGrant(services, change, request.body.until, expectedRevision(request));
      return withRevision(reply, row.revision, presentGrant(row, change.projectRole, change.now));
    },
  );

  app.delete(
    '/api/projects/:pid/grants/:id',
    {
      config: { access: 'project:owner', stepUp: true, alsoArchived: true },
      schema: {
        tags: ['Projects'],
        operationId: 'end_grant',
        summary: 'End it early',
        description: 'The next request of the person is refused. Does nothing if it has ended.',
        params: GrantParams,
        response: { 204: Empty('Ended.') },
      },
    },
    (request) => endGrant(services, changeOf(request)),
  );

  app.delete(
    '/api/me/grants/:id',
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'give_up_grant',
        summary: 'Stop being a deputy',
        description: '`GET /api/me` lists what the caller was given. The owner who gave it is notified.',
        params: OwnGrantParams,
        response: { 204: Empty('Ended.') },
      },
    },
    (request) => giveUpGrant(services, callerOf(request), request.params.id),
  );
}
