import type { App } from '../../../http/app.ts';
import { actorOf } from '../../../auth/gate.ts';
import type { Db } from '../../../db/db.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Ref } from '../../../lib/schema.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { TaskParams } from '../tasks.schema.ts';
import { CandidatesQuery, TaskCandidates } from './candidates.schema.ts';
import { candidatesOf } from './candidates.service.ts';

type Services = { db: Db; clock: Clock; keys: Keyring };

export function candidateRoutes(app: App, { db, clock, keys }: Services): void {
  app.get(
    '/api/projects/:pid/tasks/:id/candidates',
    {
      config: { access: 'project:planner', scope: 'tasks:read' },
      schema: {
        tags: ['Tasks'],
        operationId: 'check_candidates',
        summary: 'Check whether people can be assigned to a task',
        description:
          "For those who plan the task. Checks the sign-up rules, rest between two days, and people's availability. " +
          'Owners can ask about everyone in the project, chiefs about people in their teams and on their tasks; others ' +
          'are left out. Reasons such as age are all `not_possible`; tasks in other projects count for whole quarters ' +
          'of a day, in UTC.',
        params: TaskParams,
        querystring: CandidatesQuery,
        response: { 200: Ref(TaskCandidates) },
      },
    },
    async (request) => ({
      data: await candidatesOf(db.read, { ...actorOf(request, clock), keys }, request.params.id, request.query.uids),
    }),
  );
}
