import type { App } from '../../../http/app.ts';
import { actorOf } from '../../../auth/gate.ts';
import type { Actor } from '../../../auth/project-role.ts';
import type { Db, Reader } from '../../../db/db.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Ref } from '../../../lib/schema.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { isPersonalRule, ruleIn } from '../attendance/placement.policy.ts';
import { checksOf } from '../rules/eligibility.service.ts';
import { overnightCheck } from '../rules/overnight.policy.ts';
import { requirePlanner } from '../tasks.policy.ts';
import { findTask, timezoneOf } from '../tasks.queries.ts';
import { TaskParams } from '../tasks.schema.ts';
import { noSuchTask } from '../tasks.service.ts';
import { CandidatesQuery, TaskCandidates } from './candidates.schema.ts';
import { availabilityCheck } from './availability.service.ts';

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
          "For those who plan the task. Checks the sign-up rules, rest between two days, and people's availability, " +
          'which chiefs see only for their own teams. People from outside the project are left out.',
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

async function candidatesOf(read: Reader, actor: Actor & { keys: Keyring }, id: string, list: string) {
  const { projectRole, now, keys } = actor;
  const task = (await findTask(read, projectRole.scope, id)) ?? noSuchTask();
  requirePlanner(projectRole, task.tid);
  const uids = [...new Set(list.split(','))];
  const check = await checksOf(read, { keys, now: timestamp(now), by: 'planner' }, uids, [task]);
  const restsOvernight = overnightCheck(await timezoneOf(read, projectRole.scope));
  const isAvailable = await availabilityCheck(read, projectRole, uids);
  return uids.flatMap((uid): TaskCandidates['data'] => {
    const { refusal, broken, missing, plan } = check(uid, id);
    if (refusal !== null && !isPersonalRule(refusal)) return [];
    const rule = ruleIn(projectRole.scope.pid, broken?.limit ?? null);
    const wishes = { available: isAvailable(uid, task), rested: restsOvernight(plan, task) };
    return [{ uid, refusal, missing_skills: missing, rule, ...wishes }];
  });
}
