import type { App } from '../../../http/app.ts';
import { actorOf, callerOf, projectRoleOf } from '../../../auth/gate.ts';
import type { Once } from '../../../auth/idempotency.ts';
import type { Db } from '../../../db/db.ts';
import { pageRequest } from '../../../http/paging.ts';
import { expectedRevision, withRevision } from '../../../http/revision.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import { selectKinds } from './catalogue.queries.ts';
import {
  CatalogueItemParams,
  CatalogueParams,
  CatalogueQuery,
  NewTaskKind,
  TaskKind,
  TaskKindChanges,
  TaskKindPage,
} from './catalogue.schema.ts';
import { removeEntry } from './catalogue.service.ts';
import { changeKind, createKind, presentKinds } from './kinds.service.ts';

type Services = { db: Db; clock: Clock; once: Once };

export function kindRoutes(app: App, { db, clock, once }: Services): void {
  app.get(
    '/api/projects/:pid/task-kinds',
    {
      config: { translates: 'task_kind', access: 'project:signed_in', scope: 'tasks:read' },
      schema: {
        tags: ['Planning'],
        operationId: 'list_task_kinds',
        summary: 'List the kinds of tasks of a project',
        description: 'Sorted by name, with their rules. Briefings are shown only to people and helpers of the project.',
        params: CatalogueParams,
        querystring: CatalogueQuery,
        response: { 200: Ref(TaskKindPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { name: 'text', id: 'text' });
      const projectRole = projectRoleOf(request);
      const { data, next } = page(await selectKinds(db.read, projectRole.scope, { after, limit: limit + 1 }));
      return { data: await presentKinds(db.read, projectRole, data, callerOf(request).uid), next };
    },
  );

  app.post(
    '/api/projects/:pid/task-kinds',
    {
      config: {
        access: 'project:owner',
        scope: 'tasks:write',
        problems: ['already_exists', 'not_allowed', 'idempotency_key_reused'],
      },
      schema: {
        tags: ['Planning'],
        operationId: 'create_task_kind',
        summary: 'Add a kind of task',
        description:
          'Its rules apply to everyone who joins or is assigned to a task of this kind. At most 200 in a project.',
        params: CatalogueParams,
        body: NewTaskKind,
        response: { 201: Ref(TaskKind) },
      },
    },
    async (request, reply) => {
      reply.code(201);
      return once(request, reply, (trx) => createKind(trx, actorOf(request, clock), request.body));
    },
  );

  app.patch(
    '/api/projects/:pid/task-kinds/:id',
    {
      config: { access: 'project:owner', scope: 'tasks:write', problems: ['already_exists', 'stale'] },
      schema: {
        tags: ['Planning'],
        operationId: 'change_task_kind',
        summary: 'Change a kind of task',
        description: 'New rules apply to people who join from now on. Nobody loses a place.',
        params: CatalogueItemParams,
        body: TaskKindChanges,
        response: { 200: Ref(TaskKind) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request, clock);
      const change = { ...actor, id: request.params.id, expected: expectedRevision(request) };
      const row = await changeKind(db, change, request.body);
      const [kind] = await presentKinds(db.read, actor.projectRole, [row]);
      return withRevision(reply, row.revision, kind);
    },
  );

  app.delete(
    '/api/projects/:pid/task-kinds/:id',
    {
      config: { access: 'project:owner', scope: 'tasks:write' },
      schema: {
        tags: ['Planning'],
        operationId: 'delete_task_kind',
        summary: 'Delete a kind of task',
        description: 'Tasks of this kind stay, without its rules.',
        params: CatalogueItemParams,
        response: { 204: Empty('Kind deleted.') },
      },
    },
    async (request, reply) => {
      await removeEntry(db, actorOf(request, clock), 'task_kinds', request.params.id);
      return reply.code(204).send();
    },
  );
}
