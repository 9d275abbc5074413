import { actorOf, projectRoleOf } from '../../../auth/gate.ts';
import type { Once } from '../../../auth/idempotency.ts';
import type { Db } from '../../../db/db.ts';
import type { App } from '../../../http/app.ts';
import { pageRequest } from '../../../http/paging.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import { listGivenOf } from './hand-outs.queries.ts';
import {
  GivenHandOutPage,
  GivenParams,
  GivenQuery,
  HandOut,
  HandOutChanges,
  HandOutParams,
  HandOuts,
  HandOutsParams,
  NewHandOut,
} from './hand-outs.schema.ts';
import { changeHandOut, createHandOut, readHandOuts, removeHandOut, takeBack } from './hand-outs.service.ts';

type Services = { db: Db; clock: Clock; once: Once };

export function handOutRoutes(app: App, services: Services): void {
  const { db, clock, once } = services;
  app.get(
    '/api/projects/:pid/hand-outs',
    {
      config: { access: 'project:owner' },
      schema: {
        tags: ['Event day'],
        operationId: 'list_hand_outs',
        summary: 'List hand-outs',
        params: HandOutsParams,
        response: { 200: Ref(HandOuts) },
      },
    },
    async (request) => ({ data: await readHandOuts(db.read, projectRoleOf(request).scope) }),
  );

  app.post(
    '/api/projects/:pid/hand-outs',
    {
      config: { access: 'project:owner', problems: ['not_allowed', 'already_exists', 'idempotency_key_reused'] },
      schema: {
        tags: ['Event day'],
        operationId: 'create_hand_out',
        summary: 'Add a hand-out',
        description: 'For example a shirt or a meal voucher. Each person who is entitled to it gets one.',
        params: HandOutsParams,
        body: NewHandOut,
        response: { 201: Ref(HandOut) },
      },
    },
    (request, reply) => {
      reply.code(201);
      return once(request, reply, (trx) => createHandOut(trx, actorOf(request, clock), request.body));
    },
  );

  app.patch(
    '/api/projects/:pid/hand-outs/:id',
    {
      config: { access: 'project:owner', problems: ['not_allowed', 'already_exists'] },
      schema: {
        tags: ['Event day'],
        operationId: 'change_hand_out',
        summary: 'Change a hand-out',
        description: 'Items already handed out stay recorded.',
        params: HandOutParams,
        body: HandOutChanges,
        response: { 200: Ref(HandOut) },
      },
    },
    (request) => changeHandOut(services, actorOf(request, clock), request.params.id, request.body),
  );

  app.delete(
    '/api/projects/:pid/hand-outs/:id',
    {
      config: { access: 'project:owner' },
      schema: {
        tags: ['Event day'],
        operationId: 'remove_hand_out',
        summary: 'Delete a hand-out and the list of who got it',
        params: HandOutParams,
        response: { 204: Empty('Hand-out deleted.') },
      },
    },
    async (request, reply) => {
      await removeHandOut(services, actorOf(request, clock), request.params.id);
      return reply.code(204).send();
    },
  );

  app.get(
    '/api/projects/:pid/hand-outs/:id/given',
    {
      config: { access: 'project:owner' },
      schema: {
        tags: ['Event day'],
        operationId: 'list_given_hand_outs',
        summary: 'List who received a hand-out',
        description: 'In order of time.',
        params: HandOutParams,
        querystring: GivenQuery,
        response: { 200: Ref(GivenHandOutPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { given_at: 'time', id: 'text' });
      const rows = await listGivenOf(db.read, projectRoleOf(request).scope, request.params.id, after, limit + 1);
      return page(rows, ({ id, uid, name, given_at, device, reason }) => ({ id, uid, name, given_at, device, reason }));
    },
  );

  app.delete(
    '/api/projects/:pid/hand-outs/:id/given/:given',
    {
      config: { access: 'project:owner' },
      schema: {
        tags: ['Event day'],
        operationId: 'take_back_hand_out',
        summary: 'Undo giving out an item',
        description: 'After a wrong scan. The person can get it again if they are entitled to it.',
        params: GivenParams,
        response: { 204: Empty('Entry removed.') },
      },
    },
    async (request, reply) => {
      const { id, given } = request.params;
      await takeBack(services, actorOf(request, clock), id, given);
      return reply.code(204).send();
    },
  );
}
