import type { App } from '../../../http/app.ts';
import { actorOf, projectRoleOf } from '../../../auth/gate.ts';
import type { Db } from '../../../db/db.ts';
import { pageRequest, totalOnFirst } from '../../../http/paging.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { personalRules } from '../attendance/placement.policy.ts';
import { ProjectParams } from '../tasks.schema.ts';
import { JoinDecision, JoinRequestPage, RequestParams, RequestQuery } from './requests.schema.ts';
import { countRequests, decideRequest, listRequests, requestPresenter } from './requests.service.ts';

type Services = { db: Db; clock: Clock; keys: Keyring };

export function requestRoutes(app: App, { db, clock, keys }: Services): void {
  app.get(
    '/api/projects/:pid/join-requests',
    {
      config: { access: 'project:planner', deputies: ['viewer'], scope: 'tasks:read' },
      schema: {
        tags: ['Tasks'],
        operationId: 'list_join_requests',
        summary: 'List requests for a place on a task',
        description:
          'Open requests, oldest first. Owners see requests for all tasks, chiefs those for the tasks of their ' +
          'teams.',
        params: ProjectParams,
        querystring: RequestQuery,
        response: { 200: Ref(JoinRequestPage) },
      },
    },
    async (request) => {
      const order = { created_at: 'time', task: 'text', uid: 'text' } as const;
      const { limit, after, page } = pageRequest(request.query, order);
      const now = timestamp(clock.now());
      const { task } = request.query;
      const role = projectRoleOf(request);
      const rows = await listRequests(db.read, role, { task, now, after, limit: limit + 1 });
      return {
        ...page(rows, await requestPresenter(db.read, { keys, now, viewer: actorOf(request, clock).uid }, rows)),
        ...(await totalOnFirst(after, () => countRequests(db.read, role, { task, now }))),
      };
    },
  );

  app.put(
    '/api/projects/:pid/tasks/:id/requests/:uid',
    {
      config: {
        access: 'project:planner',
        scope: 'tasks:write',
        problems: ['task_full', ...personalRules, 'not_allowed'],
      },
      schema: {
        tags: ['Tasks'],
        operationId: 'decide_join_request',
        summary: 'Approve or decline a request for a place',
        description:
          "For owners, and chiefs of the task's team. The rules for joining are checked again when a request is approved.",
        params: RequestParams,
        body: JoinDecision,
        response: { 204: Empty('Request approved or declined.') },
      },
    },
    async (request, reply) => {
      const { id, uid: person } = request.params;
      await decideRequest({ db, keys }, { ...actorOf(request, clock), id, person }, request.body.approved);
      return reply.code(204).send();
    },
  );
}
