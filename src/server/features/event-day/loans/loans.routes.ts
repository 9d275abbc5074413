import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOf, projectRoleOf } from '../../../auth/gate.ts';
import type { App } from '../../../http/app.ts';
import { expectedRevision, withRevision } from '../../../http/revision.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import {
  AddedThings,
  LoanListParams,
  LoanQuery,
  NewThing,
  NewThings,
  ReturnedThing,
  Thing,
  ThingChanges,
  ThingListParams,
  ThingLoans,
  ThingPage,
  ThingParams,
  ThingQuery,
  ThingReturn,
} from './loans.schema.ts';
import { addThings, changeThing, readLoans, readThing, removeThing, returnThing, thingPage } from './things.service.ts';
import type { ThingChange } from './things.service.ts';

type ThingRequest = FastifyRequest<{ Params: { id: string; thing: string } }>;

export function loanRoutes(app: App, services: Services): void {
  const { db, clock } = services;
  const changeOf = (request: ThingRequest): ThingChange => {
    const { id: handOut, thing: id } = request.params;
    return { ...actorOf(request, clock), handOut, id };
  };
  const answer = async (request: FastifyRequest, reply: FastifyReply, handOut: string, id: string): Promise<Thing> => {
    const { revision, thing } = await readThing(db.read, projectRoleOf(request).scope, handOut, id);
    return withRevision(reply, revision, thing);
  };
  listRoutes(app, services);
  addingRoutes(app, services, answer);

  app.get(
    '/api/projects/:pid/hand-outs/:id/things/:thing',
    {
      config: { access: 'project:desk' },
      schema: {
        tags: ['Event day'],
        operationId: 'get_thing',
        summary: 'Read a thing to lend',
        params: ThingParams,
        response: { 200: Ref(Thing) },
      },
    },
    (request, reply) => answer(request, reply, request.params.id, request.params.thing),
  );

  app.patch(
    '/api/projects/:pid/hand-outs/:id/things/:thing',
    {
      config: { access: 'project:desk', problems: ['barcode_taken', 'stale'] },
      schema: {
        tags: ['Event day'],
        operationId: 'change_thing',
        summary: 'Change the label or barcode of a thing',
        description: 'Changes only the given fields. With `If-Match`, only if nobody has changed it since.',
        params: ThingParams,
        body: ThingChanges,
        response: { 200: Ref(Thing) },
      },
    },
    async (request, reply) => {
      await changeThing(services, { ...changeOf(request), expected: expectedRevision(request) }, request.body);
      return answer(request, reply, request.params.id, request.params.thing);
    },
  );

  app.delete(
    '/api/projects/:pid/hand-outs/:id/things/:thing',
    {
      config: { access: 'project:desk', problems: ['conflict'] },
      schema: {
        tags: ['Event day'],
        operationId: 'remove_thing',
        summary: 'Delete a thing and the list of who had it',
        description: '409 while somebody has it.',
        params: ThingParams,
        response: { 204: Empty('Thing deleted.') },
      },
    },
    (request) => removeThing(services, changeOf(request)),
  );

  app.put(
    '/api/projects/:pid/hand-outs/:id/things/:thing/return',
    {
      config: { access: 'project:desk' },
      schema: {
        tags: ['Event day'],
        operationId: 'return_thing',
        summary: 'Mark a thing as returned, broken or lost without a scan',
        description: 'Nobody has it afterwards. A thing that was lost and is found again is `ok`.',
        params: ThingParams,
        body: ThingReturn,
        response: { 200: Ref(ReturnedThing) },
      },
    },
    async (request) => ({ result: await returnThing(services, changeOf(request), request.body.condition) }),
  );

  app.get(
    '/api/projects/:pid/hand-outs/:id/things/:thing/loans',
    {
      config: { access: 'project:desk' },
      schema: {
        tags: ['Event day'],
        operationId: 'list_thing_loans',
        summary: 'List who had a thing',
        params: ThingParams,
        response: { 200: Ref(ThingLoans) },
      },
    },
    (request) => {
      const { id, thing } = request.params;
      return readLoans(db.read, projectRoleOf(request).scope, id, thing);
    },
  );
}

function listRoutes(app: App, { db }: Services): void {
  app.get(
    '/api/projects/:pid/open-loans',
    {
      config: { access: 'project:desk' },
      schema: {
        tags: ['Event day'],
        operationId: 'list_open_loans',
        summary: 'List everything that is lent now',
        description: 'By label, with who has it. `open_loans` of a message audience is these people.',
        params: LoanListParams,
        querystring: LoanQuery,
        response: { 200: Ref(ThingPage) },
      },
    },
    (request) => thingPage(db.read, projectRoleOf(request).scope, { out: true }, request.query),
  );

  app.get(
    '/api/projects/:pid/hand-outs/:id/things',
    {
      config: { access: 'project:desk' },
      schema: {
        tags: ['Event day'],
        operationId: 'list_things',
        summary: 'List the things of a hand-out, with who has them',
        description: 'By label.',
        params: ThingListParams,
        querystring: ThingQuery,
        response: { 200: Ref(ThingPage) },
      },
    },
    (request) => {
      const { out, ...query } = request.query;
      return thingPage(db.read, projectRoleOf(request).scope, { handOut: request.params.id, out }, query);
    },
  );
}

type Answer = (request: FastifyRequest, reply: FastifyReply, handOut: string, id: string) => Promise<Thing>;

function addingRoutes(app: App, { clock, once }: Services, answer: Answer): void {
  const problems = ['barcode_taken', 'not_allowed', 'idempotency_key_reused'] as const;
  app.post(
    '/api/projects/:pid/hand-outs/:id/things',
    {
      config: { access: 'project:desk', problems: [...problems] },
      schema: {
        tags: ['Event day'],
        operationId: 'add_thing',
        summary: 'Add a thing to lend',
        description:
          'To a hand-out of the kind `loan`. 409 `barcode_taken` if another thing of the project has the barcode.',
        params: ThingListParams,
        body: NewThing,
        response: { 201: Ref(Thing) },
      },
    },
    async (request, reply) => {
      const { id: handOut } = request.params;
      const added = await once(request, reply, async (trx) => {
        const [id = ''] = await addThings(trx, actorOf(request, clock), handOut, [request.body], () => '/barcode');
        return { id };
      });
      return answer(request, reply, handOut, added.id);
    },
  );

  app.post(
    '/api/projects/:pid/hand-outs/:id/things/import',
    {
      config: { access: 'project:desk', problems: [...problems] },
      schema: {
        tags: ['Event day'],
        operationId: 'import_things',
        summary: 'Add many things to lend',
        description: 'All of them or none. 409 `barcode_taken` names each barcode that is used twice.',
        params: ThingListParams,
        body: NewThings,
        response: { 201: Ref(AddedThings) },
      },
    },
    (request, reply) =>
      once(request, reply, async (trx) => {
        const { things } = request.body;
        const pointerOf = (index: number) => `/things/${index}/barcode`;
        const ids = await addThings(trx, actorOf(request, clock), request.params.id, things, pointerOf);
        return { added: ids.length };
      }),
  );
}
