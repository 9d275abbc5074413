import { maxTasksAtOnce } from '../../../../shared/limits.ts';
import { personUid } from '../../../auth/scopes.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { failField, refuseField } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId, newIds } from '../../../lib/secrets.ts';
import { dayRange } from '../../../lib/time.ts';
import { daysBetween, movedTimes, onLaterDay } from '../series/times.policy.ts';
import { applyStep, countsOf, nobody } from '../steps/apply.service.ts';
import type { Planner } from '../steps/losses.service.ts';
import { plannedTask, untouched } from '../task-records.policy.ts';
import type { TaskRecord } from '../task-records.policy.ts';
import { requireDay } from '../steps/references.service.ts';
import { findCalendarOf, listRecordsBetween, listTeamsOf } from '../steps/steps.queries.ts';
import { canPlanFor, requirePlanner } from '../tasks.policy.ts';
import type { CreatedTasks, TaskCopies } from './bulk.schema.ts';

export async function previewCopies(read: Reader, planner: Planner, copies: TaskCopies): Promise<CreatedTasks> {
  const tasks = await copiesOf(read, planner, copies);
  return { step: null, tasks: tasks.map((task) => plannedTask({ ...task, id: '' })) };
}

/** The copies have no people. */
export async function copyDay(trx: Trx, planner: Planner, copies: TaskCopies): Promise<CreatedTasks> {
  const created = await copiesOf(trx, planner, copies);
  const step = { kind: 'copy' as const, created, changed: [], removed: [] };
  return {
    step: await applyStep(trx, planner, step, nobody, {
      kind: 'tasks.copied',
      detail: { ...countsOf(step), released: 0 },
    }),
    tasks: created.map(plannedTask),
  };
}

async function copiesOf(read: Reader, planner: Planner, { from_day, to_day, tids }: TaskCopies): Promise<TaskRecord[]> {
  const { projectRole, roles, now, uid } = planner;
  const { scope } = projectRole;
  const project = await findCalendarOf(read, scope);
  requireDay('/to_day', to_day, project);
  if (from_day === to_day) failField('/to_day', 'must be another day than from_day');
  const teams = new Map((await listTeamsOf(read, scope)).map((team) => [team.tid, team]));
  for (const [index, tid] of (tids ?? []).entries()) {
    if (!teams.has(tid)) refuseField(`/tids/${index}`, 'is not a team of this project');
    requirePlanner(roles, tid);
  }
  const found = (await listRecordsBetween(read, scope, dayRange(from_day, project.timezone))).filter(
    ({ tid }) =>
      canPlanFor(roles, tid) &&
      (tids === undefined || (tid !== null && tids.includes(tid))) &&
      (tid === null || teams.get(tid)?.disabled_at === null),
  );
  if (found.length === 0) failField('/from_day', 'has no tasks to copy');
  if (found.length > maxTasksAtOnce)
    failField('/from_day', `has ${found.length} tasks; at most ${maxTasksAtOnce} can be copied at once`);
  const ids = newIds(now, found.length);
  const days = daysBetween(from_day, to_day);
  return found.map((task, index) => ({
    ...task,
    id: ids[index] ?? newId(now),
    ...movedTimes(task, (moment) => onLaterDay(moment, days, project.timezone)),
    series_id: null,
    ...untouched,
    created_by: personUid(uid),
    created_at: timestamp(now),
  }));
}
