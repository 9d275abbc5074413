import type { App } from '../../../http/app.ts';
import { actorOf, projectRoleOf } from '../../../auth/gate.ts';
import type { Db } from '../../../db/db.ts';
import { fail, failField } from '../../../errors.ts';
import { pageRequest } from '../../../http/paging.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { canPlanFor } from '../tasks.policy.ts';
import { findTask } from '../tasks.queries.ts';
import { TaskParams } from '../tasks.schema.ts';
import { noSuchTask } from '../tasks.service.ts';
import { selectWaiting } from './waiting.queries.ts';
import { WaitingParams, WaitingPersonPage, WaitingQuery } from './waiting.schema.ts';
import { removeWaiting } from './waiting.service.ts';

type Services = { db: Db; clock: Clock; keys: Keyring };

const positionIn = (key = '0'): number =>
  /^\d{1,9}$/.test(key) ? Number(key) : failField('/querystring/cursor', 'is not a cursor of this list');

export function waitingRoutes(app: App, services: Services): void {
  const { db, clock } = services;
  app.get(
    '/api/projects/:pid/tasks/:id/waiting',
    {
      config: { access: 'project:planner', scope: 'tasks:read' },
      schema: {
        tags: ['Tasks'],
        operationId: 'list_waiting',
        summary: 'List the waiting list of a task',
        description: "In order of waiting. For owners, and chiefs of the task's team.",
        params: TaskParams,
        querystring: WaitingQuery,
        response: { 200: Ref(WaitingPersonPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { key: 'text' });
      const projectRole = projectRoleOf(request);
      const { id } = request.params;
      const task = (await findTask(db.read, projectRole.scope, id)) ?? noSuchTask();
      if (!canPlanFor(projectRole, task.tid)) fail('forbidden');
      const rows = await selectWaiting(db.read, id, positionIn(after?.key), limit + 1);
      return page(
        rows.map((row) => ({ ...row, key: String(row.key) })),
        ({ uid, name, position, offered_until, since }) => ({
          uid,
          name,
          position,
          offered_until,
          since,
        }),
      );
    },
  );

  app.delete(
    '/api/projects/:pid/tasks/:id/waiting/:uid',
    {
      config: { access: 'project:planner', scope: 'tasks:write' },
      schema: {
        tags: ['Tasks'],
        operationId: 'remove_waiting',
        summary: 'Remove a person from the waiting list of a task',
        description: "For owners, and chiefs of the task's team. A place held for the person goes to the next in line.",
        params: WaitingParams,
        response: { 204: Empty('Person removed from the waiting list.') },
      },
    },
    async (request, reply) => {
      const { id, uid: attendee } = request.params;
      await removeWaiting(services, { ...actorOf(request, clock), id, attendee });
      return reply.code(204).send();
    },
  );
}
