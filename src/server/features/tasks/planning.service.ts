import { personUid } from '../../auth/scopes.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import type { Actor, Roles } from '../../auth/project-role.ts';
import type { Db, Trx } from '../../db/db.ts';
import { fail, failField } from '../../errors.ts';
import type { Problem } from '../../errors.ts';
import { changedFields } from '../audit/changed-fields.policy.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Keyring } from '../../lib/seal.ts';
import { newId } from '../../lib/secrets.ts';
import { conflictProblem } from './attendance/placement.policy.ts';
import { applyStep, recordStep, storeStep } from './steps/apply.service.ts';
import { lockTasks, lossesOf, requireOthersHours, requirePlaces } from './steps/losses.service.ts';
import type { Planner } from './steps/losses.service.ts';
import { initialTask } from './task-fields.schema.ts';
import { changedRecord, columnsOf, inUtc, isSame, newRecord } from './task-records.policy.ts';
import type { TaskRecord } from './task-records.policy.ts';
import { requirePlannable, requireReferences } from './steps/references.service.ts';
import type { Loss, Step } from './steps/step.policy.ts';
import { limitOf, needsTeam, needsTeamDetail, requirePlanner } from './tasks.policy.ts';
import { findTask, listTitles } from './tasks.queries.ts';
import type { TaskRow } from './tasks.queries.ts';
import type { NewTask, Task, TaskChanges } from './tasks.schema.ts';
import { noSuchTask, presentTasks, viewerOf } from './tasks.service.ts';

type Services = { db: Db; keys: Keyring };

/** `roles` are those of the transaction: a chief may have lost the team since the gate checked. */
export async function createTask(
  { trx, keys }: { trx: Trx; keys: Keyring },
  actor: Actor,
  roles: Roles,
  input: NewTask,
): Promise<Task> {
  const { projectRole, uid, now } = actor;
  const { scope } = projectRole;
  const values = { ...initialTask, ...inUtc(input) };
  const origin = {
    id: newId(now),
    pid: scope.pid,
    created_by: personUid(uid),
    created_at: timestamp(now),
    series_id: null,
  };
  const task = newRecord(values, values, origin);
  requireValid(task, input);
  await requireReferences(trx, scope, roles, values);
  const planner = { ...actor, keys, roles };
  const step: Step = { kind: 'change', created: [task], changed: [], removed: [] };
  await requirePlannable(trx, scope, step, now);
  await storeStep(trx, planner, step, { on: [], losses: [], applicants: { waiting: [], requests: [] } });
  const { id: subject, pid, tid, revision } = task;
  const detail = { tid, ...limitOf(task) };
  await recordStep(trx, planner, step, { actor: uid, kind: 'task.created', subject, pid, revision, detail });
  const [presented] = await presentTasks(trx, keys, actor, [(await findTask(trx, scope, subject)) ?? noSuchTask()]);
  return presented ?? fail('internal');
}

/** `sent` is the request: the error names a field that it has. */
function requireValid(task: TaskRecord, sent: Pick<TaskChanges, 'tid' | 'visibility'>): void {
  if (task.ends_at <= task.starts_at) failField('/ends_at', 'must be after starts_at');
  if (task.min_people > task.capacity) failField('/min_people', 'must not be more than the capacity');
  if (needsTeam(task) && sent.visibility !== undefined) failField('/visibility', needsTeamDetail);
  if (needsTeam(task) && sent.tid !== undefined) failField('/tid', needsTeamDetail);
}

type Times = Pick<TaskRecord, 'starts_at' | 'ends_at'>;

/** The audit log has both times of a task that was moved. */
const timesOf = (before: Times, after: Times) =>
  spanOf(before) === spanOf(after) ? {} : { old_time: spanOf(before), new_time: spanOf(after) };

const spanOf = ({ starts_at, ends_at }: Times): string => `${starts_at}/${ends_at}`;

type Change = Actor & { id: string; expected: number | undefined };

/** The task that is to be changed or deleted, locked, with the people on it. */
async function lockForChange(trx: Trx, keys: Keyring, change: Change) {
  const { roles } = await confirmCaller(trx, change.now, change.caller);
  const { tasks, on } = await lockTasks(trx, change.projectRole.scope, [change.id]);
  const task = tasks[0] ?? noSuchTask();
  if (change.expected !== undefined && task.revision !== change.expected) fail('stale');
  requirePlanner(roles, task.tid);
  const planner: Planner = { ...change, keys, roles };
  return { planner, task, on };
}

/** `step` is the identifier with which the change can be undone; null if nothing has changed, or it is not kept. */
export async function changeTask(
  { db, keys }: Services,
  change: Change,
  input: TaskChanges,
): Promise<{ row: TaskRow; step: string | null }> {
  const { projectRole, id, now } = change;
  const { scope } = projectRole;
  const { release_conflicting: release = false, ...sent } = input;
  return db.transaction(async (trx) => {
    const { planner, task: before, on } = await lockForChange(trx, keys, change);
    const { starts_at = before.starts_at, ends_at = before.ends_at, ...about } = inUtc(sent);
    const after = changedRecord(before, { ...columnsOf(about), starts_at, ends_at }, timestamp(now));
    const rowOf = async () => (await findTask(trx, scope, id)) ?? noSuchTask();
    if (isSame(before, after)) return { row: await rowOf(), step: null };
    const step: Step = { kind: 'change', created: [], changed: [{ before, after }], removed: [] };
    await requireOthersHours(trx, planner, step.changed, on);
    requireValid(after, sent);
    await requireReferences(trx, scope, planner.roles, {
      tid: after.tid === before.tid ? undefined : after.tid,
      kind: after.kind_id === before.kind_id ? undefined : after.kind_id,
      place: after.place_id === before.place_id ? undefined : after.place_id,
      grants_skill: after.grants_skill === before.grants_skill ? undefined : after.grants_skill,
    });
    const losses = await lossesOf(trx, planner, step, on);
    if (losses.length > 0 && !release) throw await conflictsIn(trx, planner, losses);
    requirePlaces(step, losses);
    const stepId = await applyStep(
      trx,
      planner,
      step,
      { on, losses },
      {
        kind: 'task.changed',
        subject: id,
        revision: after.revision,
        detail: {
          fields: changedFields(Object.keys(sent), named(before), named(after)),
          ...timesOf(before, after),
          released: losses.length,
          ...limitOf(after),
        },
      },
    );
    return { row: await rowOf(), step: stepId };
  });
}

/** Uses the names of the interface. */
const named = (row: TaskRecord) => ({ ...row, place: row.place_id, kind: row.kind_id });

const maxNamed = 100;

/** People who could not stay, by name, with those of their tasks in the way that the planner may know of. */
async function conflictsIn(trx: Trx, { projectRole, uid }: Planner, losses: readonly Loss[]): Promise<Problem> {
  const { scope } = projectRole;
  const named = losses
    .slice(0, maxNamed)
    .map((loss) => ({ ...loss, others: loss.broken?.others.map(({ id }) => id) ?? [] }));
  const rows = await listTitles(
    trx,
    scope,
    viewerOf(projectRole, uid),
    named.flatMap(({ others }) => others),
  );
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return conflictProblem(
    scope.pid,
    losses.flatMap(({ broken }) => broken ?? []),
    named.map(({ uid: person, name, others }) => ({
      uid: person,
      name,
      tasks: others.flatMap((id) => titles.get(id) ?? []),
    })),
  );
}

/** Returns the step, as `changeTask` does. */
export async function removeTask({ db, keys }: Services, change: Change, force: boolean): Promise<string | null> {
  return db.transaction(async (trx) => {
    const { planner, task, on } = await lockForChange(trx, keys, change);
    const step: Step = { kind: 'removal', created: [], changed: [], removed: [task] };
    // People who were replaced count as well: their hours go with the task.
    const losses = await lossesOf(trx, planner, step, on);
    const attendees = losses.length;
    if (attendees > 0 && !force) fail('task_has_attendees', { detail: `${attendees} people have joined this task` });
    const detail = { title: task.title, attendees, ...limitOf(task) };
    return applyStep(trx, planner, step, { on, losses }, { kind: 'task.removed', subject: task.id, detail });
  });
}
