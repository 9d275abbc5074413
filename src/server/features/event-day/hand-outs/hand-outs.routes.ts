import { actorOf, projectRoleOf } from '../../../auth/gate.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../../http/app.ts';
import { pageRequest } from '../../../http/paging.ts';
import { expectedRevision, withRevision } from '../../../http/revision.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { listGivenOf } from './hand-outs.queries.ts';
import {
  EarnedPeople,
  GivenHandOutPage,
  GivenParams,
  GivenQuery,
  HandOut,
  HandOutChanges,
  HandOutParams,
  HandOuts,
  HandOutsParams,
  NewHandOut,
  UncountedScans,
} from './hand-outs.schema.ts';
import {
  changeHandOut,
  createHandOut,
  readEarned,
  readHandOut,
  readHandOuts,
  readUncounted,
  removeHandOut,
  takeBack,
} from './hand-outs.service.ts';
import { variantFrom } from './variants.policy.ts';

export function handOutRoutes(app: App, services: Services): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply, id: string): Promise<HandOut> => {
    const { revision, handOut } = await readHandOut(services.db.read, projectRoleOf(request).scope, id);
    return withRevision(reply, revision, handOut);
  };
  definingRoutes(app, services, answer);
  peopleRoutes(app, services);
}

type Answer = (request: FastifyRequest, reply: FastifyReply, id: string) => Promise<HandOut>;

function definingRoutes(app: App, services: Services, answer: Answer): void {
  const { db, clock, once } = services;
  app.get(
    '/api/projects/:pid/hand-outs',
    {
      config: { access: 'project:desk', deputies: ['viewer'] },
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
      config: { access: 'project:desk', problems: ['not_allowed', 'already_exists', 'idempotency_key_reused'] },
      schema: {
        tags: ['Event day'],
        operationId: 'create_hand_out',
        summary: 'Add a hand-out',
        description:
          'For example a shirt, a meal voucher, a ticket code or radios to lend. Each person who is entitled to it gets one: by ' +
          'the audience, and by hours if it is `earned`. Variants come from the answers to a form. How many are left is counted ' +
          'if there is a `stock`. Owners choose forms, because the desk shows their answers, and who gets codes.',
        params: HandOutsParams,
        body: NewHandOut,
        response: { 201: Ref(HandOut) },
      },
    },
    async (request, reply) => {
      const create = once(request, reply, async (trx, { roles }) => ({
        id: await createHandOut(trx, actorOf(request, clock), roles, request.body),
      }));
      return answer(request, reply, (await create).id);
    },
  );

  app.get(
    '/api/projects/:pid/hand-outs/:id',
    {
      config: { access: 'project:desk' },
      schema: {
        tags: ['Event day'],
        operationId: 'get_hand_out',
        summary: 'Read a hand-out',
        params: HandOutParams,
        response: { 200: Ref(HandOut) },
      },
    },
    (request, reply) => answer(request, reply, request.params.id),
  );

  app.patch(
    '/api/projects/:pid/hand-outs/:id',
    {
      config: { access: 'project:desk', problems: ['not_allowed', 'already_exists', 'stale'] },
      schema: {
        tags: ['Event day'],
        operationId: 'change_hand_out',
        summary: 'Change a hand-out',
        description:
          'Changes only the given fields; with `If-Match`, only if nobody has changed it since. Items already handed out stay ' +
          'recorded. Another `variant_field` without a `stock` removes the stock. The kind cannot be changed.',
        params: HandOutParams,
        body: HandOutChanges,
        response: { 200: Ref(HandOut) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const change = { ...actorOf(request, clock), id, expected: expectedRevision(request) };
      await changeHandOut(services, change, request.body);
      return answer(request, reply, id);
    },
  );

  app.delete(
    '/api/projects/:pid/hand-outs/:id',
    {
      config: { access: 'project:desk', problems: ['conflict', 'browser_only', 'sign_in_again'] },
      schema: {
        tags: ['Event day'],
        operationId: 'remove_hand_out',
        summary: 'Delete a hand-out and the list of who got it',
        description:
          'With its codes and things. 409 while somebody has one of the things. If people have codes, it needs a browser with a ' +
          'sign-in or passkey confirmation within the last 15 minutes.',
        params: HandOutParams,
        response: { 204: Empty('Hand-out deleted.') },
      },
    },
    (request) => removeHandOut(services, actorOf(request, clock), request.params.id),
  );
}

function peopleRoutes(app: App, services: Services): void {
  const { db, clock } = services;
  app.get(
    '/api/projects/:pid/hand-outs/:id/earned',
    {
      config: { access: 'project:desk' },
      schema: {
        tags: ['Event day'],
        operationId: 'list_earned_hand_outs',
        summary: 'List who is entitled to a hand-out, and who has had it',
        description: 'By name. By the audience, and by the hours that count if it is `earned`.',
        params: HandOutParams,
        querystring: GivenQuery,
        response: { 200: Ref(EarnedPeople) },
      },
    },
    (request) => readEarned(db.read, projectRoleOf(request).scope, request.params.id, request.query),
  );

  app.get(
    '/api/projects/:pid/hand-outs/:id/not-counted',
    {
      config: { access: 'project:desk' },
      schema: {
        tags: ['Event day'],
        operationId: 'list_uncounted_scans',
        summary: 'List what devices handed out although it did not count',
        description:
          'Devices that were offline at the same time can hand out the last one, or give somebody theirs, twice. The first scan ' +
          'counts, the second is listed here for 30 days. Newest first; at most 100.',
        params: HandOutParams,
        response: { 200: Ref(UncountedScans) },
      },
    },
    async (request) => ({ data: await readUncounted(db.read, projectRoleOf(request).scope, request.params.id) }),
  );

  app.get(
    '/api/projects/:pid/hand-outs/:id/given',
    {
      config: { access: 'project:desk' },
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
      return page(rows, ({ id, uid, name, variant, given_at, device, reason }) => ({
        id,
        uid,
        name,
        variant: variantFrom(variant),
        given_at,
        device,
        reason,
      }));
    },
  );

  app.delete(
    '/api/projects/:pid/hand-outs/:id/given/:given',
    {
      config: { access: 'project:desk' },
      schema: {
        tags: ['Event day'],
        operationId: 'take_back_hand_out',
        summary: 'Undo giving out an item',
        description: 'After a wrong scan. The person can get it again if they are entitled to it.',
        params: GivenParams,
        response: { 204: Empty('Entry removed.') },
      },
    },
    async (request) => {
      const { id, given } = request.params;
      await takeBack(services, actorOf(request, clock), id, given);
    },
  );
}
