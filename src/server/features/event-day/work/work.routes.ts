import { actorOf, callerOf, projectRoleOf } from '../../../auth/gate.ts';
import { limits, personKey } from '../../../auth/rate-limits.ts';
import type { App } from '../../../http/app.ts';
import { pageRequest, totalOnFirst } from '../../../http/paging.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { seenTeams } from './work.policy.ts';
import { countWork, listWork } from './work.queries.ts';
import { NewWork, Work, WorkDecision, WorkListParams, WorkPage, WorkParams, WorkQuery } from './work.schema.ts';
import { addWork, deciderOf, decideWork, presentWork, removeWork } from './work.service.ts';

export function workRoutes(app: App, services: Services): void {
  const { db, clock, limiter, once } = services;
  app.get(
    '/api/projects/:pid/work',
    {
      config: { translates: 'names', access: 'project:signed_in' },
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
      const [role, caller] = [projectRoleOf(request), callerOf(request)];
      const { state, decided, mine } = request.query;
      const seen = { uid: caller.uid, tids: seenTeams(role), state, decided, mine };
      const decider = await deciderOf(db.read, role.scope, role, caller);
      return {
        ...page(await listWork(db.read, role.scope, seen, limit + 1, after?.id), presentWork(decider)),
        ...(await totalOnFirst(after, () => countWork(db.read, role.scope, seen))),
      };
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
    (request) => removeWork(services, { ...actorOf(request, clock), id: request.params.id }),
  );
}
