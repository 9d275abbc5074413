import { confirmCaller } from '../../auth/confirm.ts';
import type { Actor, ProjectRole, ProjectScope, Roles } from '../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { fail, failField } from '../../errors.ts';
import { changedFields } from '../audit/changed-fields.policy.ts';
import { timestamp } from '../../lib/clock.ts';
import { batchesOf } from '../../http/paging.ts';
import { newId } from '../../lib/secrets.ts';
import { dayRange, toUtc } from '../../lib/time.ts';
import { record, recordAll } from '../audit/audit.service.ts';
import { rememberLeft, rememberRemoved } from '../calendar/removals.service.ts';
import { aboutTask, notify, notifyTaskCancelled, notifyTaskChanged } from '../notices/notify.service.ts';
import {
  deleteAttendances,
  hasOtherAttendees,
  lockPlansOfAttendees,
  listConflicting,
} from './attendance/attendance.queries.ts';
import { inProject } from '../../auth/project-role.ts';
import { personUid } from '../../auth/scopes.ts';
import { overlap } from './rules/rules.policy.ts';
import { canPlanFor, canSeeAttendees, canSeeTask, hasEnded } from './tasks.policy.ts';
import {
  deleteTask,
  findTask,
  findTeam,
  lockTask,
  insertTask,
  listOwnTimes,
  selectTasks,
  timezoneOf,
  updateTask,
} from './tasks.queries.ts';
import type { TaskRow, TaskSelection, TaskValues } from './tasks.queries.ts';
import type { NewTask, Task, TaskChanges, TaskFilters } from './tasks.schema.ts';

export const noSuchTask = (): never => fail('not_found', { detail: 'There is no such task in this project' });

/** Strangers learn nothing, not even whether there is such a task. */
export async function readTask(read: Reader, actor: Actor, id: string): Promise<{ row: TaskRow; task: Task }> {
  const row = await findTask(read, actor.projectRole.scope, id);
  const [task] = row === undefined ? [] : await presentTasks(read, actor, [row]);
  if (!canSeeTask(actor.projectRole, task?.joined ?? false)) return fail('forbidden');
  return row === undefined || task === undefined ? noSuchTask() : { row, task };
}

/** Adds conflicts and rights of the caller, with one query. */
export async function presentTasks(read: Reader, actor: Actor, rows: readonly TaskRow[]): Promise<Task[]> {
  const from = rows.map((row) => row.starts_at).reduce((a, b) => (a < b ? a : b), '9999');
  const to = rows.map((row) => row.ends_at).reduce((a, b) => (a > b ? a : b), '');
  const own = rows.length === 0 ? [] : await listOwnTimes(read, actor.uid, from, to);
  return rows.map((row) => presentTask(actor, row, own));
}

type OwnTime = Awaited<ReturnType<typeof listOwnTimes>>[number];

function presentTask({ projectRole, now }: Actor, row: TaskRow, own: readonly OwnTime[]): Task {
  const joined = own.some(({ id }) => id === row.id);
  const conflicts = own
    .filter((other) => other.id !== row.id && overlap(other, row))
    .map(({ id, pid, title }) => ({ id, pid, title }));
  const plans = canPlanFor(projectRole, row.tid);
  const ended = hasEnded(row, timestamp(now));
  const { revision: _, ...task } = row;
  return {
    ...task,
    open_places: row.capacity - row.attendee_count,
    joined,
    conflicts,
    rights: {
      edit: plans,
      add_attendees: plans,
      see_attendees: canSeeAttendees(projectRole, joined),
      join: inProject(projectRole) && !joined && !ended && conflicts.length === 0 && row.attendee_count < row.capacity,
      leave: joined && !ended,
    },
  };
}

export async function selectionOf(read: Reader, { projectRole, uid, now }: Actor, filters: TaskFilters) {
  const { day, tid, category, open, upcoming, mine } = filters;
  const range = day === undefined ? {} : dayRange(day, await timezoneOf(read, projectRole.scope));
  const selection: TaskSelection = {
    ...range,
    tid,
    category,
    openAt: open === true ? timestamp(now) : undefined,
    endsAfter: upcoming === true ? timestamp(now) : undefined,
    attendee: mine === true ? uid : undefined,
  };
  return selection;
}

export async function* walkTasks(read: Reader, actor: Actor, selection: TaskSelection): AsyncGenerator<Task> {
  const batches = batchesOf<TaskRow>((after, limit) =>
    selectTasks(read, actor.projectRole.scope, selection, after, limit).execute(),
  );
  for await (const rows of batches) yield* await presentTasks(read, actor, rows);
}

/** `roles` are those of the transaction: a chief may have lost the team since the gate checked. */
export async function createTask(trx: Trx, actor: Actor, roles: Roles, input: NewTask): Promise<Task> {
  const { projectRole, uid, now } = actor;
  const tid = input.tid ?? null;
  await requirePlannable(trx, projectRole.scope, roles, tid);
  const row = await insertTask(trx, {
    id: newId(now),
    pid: projectRole.scope.pid,
    tid,
    title: input.title,
    description: input.description ?? '',
    category: input.category ?? '',
    ...inOrder(toUtc('/starts_at', input.starts_at), toUtc('/ends_at', input.ends_at)),
    capacity: input.capacity,
    created_by: personUid(uid),
    created_at: timestamp(now),
  });
  const { pid, revision } = row;
  await record(trx, now, { actor: uid, kind: 'task.created', subject: row.id, pid, revision, detail: { tid } });
  const [task] = await presentTasks(trx, actor, [row]);
  return task ?? fail('internal');
}

async function requirePlannable(trx: Trx, scope: ProjectScope, roles: Roles, tid: string | null): Promise<void> {
  if (!canPlanFor(roles, tid)) fail('forbidden', { detail: 'Chiefs plan the tasks of their own team' });
  if (tid === null) return;
  const team = await findTeam(trx, scope, tid);
  const detail = 'is not a team of this project';
  if (team === undefined)
    return fail('not_allowed', { detail: `/tid ${detail}`, errors: [{ pointer: '/tid', detail }] });
  if (team.disabled_at !== null) fail('team_disabled');
}

function inOrder(starts_at: string, ends_at: string) {
  return ends_at > starts_at ? { starts_at, ends_at } : failField('/ends_at', 'must be after starts_at');
}

type Change = Actor & { id: string; expected: number | undefined };

/**
 * A change of times locks the plans of all attendees before the task, which is the order that joining uses. Attendees
 * who joined between the two steps are locked afterwards; a deadlock is possible only then, and is retried.
 */
export async function changeTask(db: Db, change: Change, input: TaskChanges): Promise<TaskRow> {
  const { projectRole, caller, id, expected, uid, now } = change;
  const moves = input.starts_at !== undefined || input.ends_at !== undefined;
  return db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller);
    const locked = moves ? await lockPlansOfAttendees(trx, id) : new Set<string>();
    const before = (await lockTask(trx, projectRole.scope, id, expected)) ?? (await missing(trx, projectRole, id));
    if (moves && (await hasOtherAttendees(trx, id, locked))) await lockPlansOfAttendees(trx, id);
    if (!canPlanFor(roles, before.tid)) fail('forbidden', { detail: 'Chiefs plan the tasks of their own team' });
    const values = valuesOf(before, input);
    if (values.tid !== before.tid) await requirePlannable(trx, projectRole.scope, roles, values.tid);
    const released = moves
      ? await releaseConflicting(trx, change, before, values, input.release_conflicting === true)
      : 0;
    values.attendee_count -= released;
    if (values.capacity < values.attendee_count) {
      fail('task_has_attendees', { detail: `${values.attendee_count} people have joined this task` });
    }
    const after = await updateTask(trx, projectRole.scope, id, { ...values, changed_at: timestamp(now) });
    if (before.tid !== null && after.tid !== before.tid) await rememberRemoved(trx, now, before, before.tid);
    const fields = changedFields(Object.keys(input), before, after);
    if (fields !== '') {
      const detail = { fields, released };
      const { pid, revision } = after;
      await record(trx, now, { actor: uid, kind: 'task.changed', subject: id, pid, revision, detail });
      await notifyTaskChanged(trx, { actor: uid, now }, before, after);
    }
    return after;
  });
}

async function missing(trx: Trx, projectRole: ProjectRole, id: string): Promise<never> {
  return (await findTask(trx, projectRole.scope, id)) === undefined ? noSuchTask() : fail('stale');
}

function valuesOf(before: TaskRow, input: TaskChanges): TaskValues {
  const { id: _id, pid: _pid, created_at: _created, revision: _revision, ...kept } = before;
  const { title, description, category, tid, capacity } = input;
  return {
    ...kept,
    ...inOrder(
      input.starts_at === undefined ? before.starts_at : toUtc('/starts_at', input.starts_at),
      input.ends_at === undefined ? before.ends_at : toUtc('/ends_at', input.ends_at),
    ),
    title: title ?? before.title,
    description: description ?? before.description,
    category: category ?? before.category,
    tid: tid === undefined ? before.tid : tid,
    capacity: capacity ?? before.capacity,
  };
}

/** Attendees lose their place only if the editor agrees; each gets an audit entry. */
async function releaseConflicting(
  trx: Trx,
  change: Change,
  before: TaskRow,
  values: TaskValues,
  agreed: boolean,
): Promise<number> {
  const { id, uid, now, projectRole } = change;
  const conflicting = await listConflicting(trx, id, values.starts_at, values.ends_at);
  if (conflicting.length === 0) return 0;
  if (!agreed) {
    fail('task_overlap', { detail: `Attendees with another task at that time: ${conflicting.length}` });
  }
  const uids = conflicting.map((one) => one.uid);
  await rememberLeft(trx, now, [id], uids);
  await deleteAttendances(trx, id, uids);
  await recordAll(
    trx,
    now,
    uids.map((subject) => ({
      actor: uid,
      kind: 'attendance.removed',
      subject,
      pid: projectRole.scope.pid,
      detail: { task: id },
    })),
  );
  const about = aboutTask(before);
  await notify(
    trx,
    { actor: uid, now },
    uids.map((attendee) => ({ kind: 'task.removed', uid: attendee, ...about })),
  );
  return conflicting.length;
}

export async function removeTask(db: Db, change: Change, force: boolean): Promise<void> {
  const { projectRole, caller, id, expected, uid, now } = change;
  await db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller);
    const task = (await lockTask(trx, projectRole.scope, id, expected)) ?? (await missing(trx, projectRole, id));
    if (!canPlanFor(roles, task.tid)) fail('forbidden', { detail: 'Chiefs plan the tasks of their own team' });
    const { attendee_count: attendees, pid, title } = task;
    if (attendees > 0 && !force) fail('task_has_attendees', { detail: `${attendees} people have joined this task` });
    await notifyTaskCancelled(trx, { actor: uid, now }, task);
    await rememberLeft(trx, now, [id], 'all');
    await rememberRemoved(trx, now, task, task.tid);
    await deleteTask(trx, projectRole.scope, id);
    await record(trx, now, { actor: uid, kind: 'task.removed', subject: id, pid, detail: { title, attendees } });
  });
}
