import { actorOf, callerOf, projectRoleOf } from '../../../auth/gate.ts';
import type { Once } from '../../../auth/idempotency.ts';
import { limits, personKey } from '../../../auth/rate-limits.ts';
import type { Limiter } from '../../../auth/rate-limits.ts';
import type { Db } from '../../../db/db.ts';
import type { App } from '../../../http/app.ts';
import { pageRequest } from '../../../http/paging.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import { seenTeams } from './work.policy.ts';
import { listWork } from './work.queries.ts';
import { NewWork, Work, WorkDecision, WorkListParams, WorkPage, WorkParams, WorkQuery } from './work.schema.ts';
import { addWork, decideWork, presentWork, removeWork } from './work.service.ts';

type Services = { db: Db; clock: Clock; limiter: Limiter; once: Once };

export function workRoutes(app: App, services: Services): void {
  const { db, clock, limiter, once } = services;
  app.get(
    '/api/projects/:pid/work',
    {
      config: { access: 'project:signed_in' },
      schema: {
        tags: ['Event day'],
        operationId: 'list_work',
        summary: 'List work without a task',
        description: "The caller's own entries; chiefs also see those of their teams, owners see all.",
        params: WorkListParams,
        querystring: WorkQuery,
        response: { 200: Ref(WorkPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { id: 'text' });
      const [role, { uid }] = [projectRoleOf(request), callerOf(request)];
      const seen = { uid, tids: seenTeams(role), state: request.query.state };
      return page(await listWork(db.read, role.scope, seen, limit + 1, after?.id), presentWork(role, uid));
    },
  );

  app.post(
    '/api/projects/:pid/work',
    {
      config: { access: 'project:signed_in', problems: ['not_allowed', 'task_overlap', 'idempotency_key_reused'] },
      schema: {
        tags: ['Event day'],
        operationId: 'add_work',
        summary: 'Enter work without a task',
        description:
          'Owners, and chiefs for their team, can enter work for others, which counts at once. Your own entries must be ' +
          `approved by a chief of the team or an owner; at most ${limits.workClaims.max} an hour. 409 if the person has a ` +
          'task or other work at that time.',
        params: WorkListParams,
        body: NewWork,
        response: { 201: Ref(Work) },
      },
    },
    async (request, reply) => {
      const { uid } = callerOf(request);
      const { uid: person = uid } = request.body;
      // Each one is a notice to the chiefs.
      if (person === uid) await limiter.shared(reply, limits.workClaims, personKey({ uid }));
      reply.code(201);
      const actor = actorOf(request, clock);
      return once(request, reply, (trx, confirmed) => addWork(trx, actor, confirmed, request.body), [person]);
    },
  );

  app.patch(
    '/api/projects/:pid/work/:id',
    {
      config: { access: 'project:planner', problems: ['task_overlap'] },
      schema: {
        tags: ['Event day'],
        operationId: 'decide_work',
        summary: 'Approve or decline work',
        description:
          'For owners, and chiefs for their team. Only owners can approve their own work. The decision can be changed.',
        params: WorkParams,
        body: WorkDecision,
        response: { 200: Ref(Work) },
      },
    },
    (request) => decideWork(services, { ...actorOf(request, clock), id: request.params.id }, request.body),
  );

  app.delete(
    '/api/projects/:pid/work/:id',
    {
      config: { access: 'project:signed_in' },
      schema: {
        tags: ['Event day'],
        operationId: 'remove_work',
        summary: 'Delete work',
        description:
          'For those who can approve it. People can delete their own entries until they are approved or declined.',
        params: WorkParams,
        response: { 204: Empty('Work deleted.') },
      },
    },
    async (request, reply) => {
      await removeWork(services, { ...actorOf(request, clock), id: request.params.id });
      return reply.code(204).send();
    },
  );
}
