import { personUid } from '../../auth/scopes.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import type { Actor, ProjectRole, ProjectScope, Roles } from '../../auth/project-role.ts';
import type { Db, Trx } from '../../db/db.ts';
import { fail, failField, refuseField } from '../../errors.ts';
import { changedFields } from '../audit/changed-fields.policy.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Keyring } from '../../lib/seal.ts';
import { newId } from '../../lib/secrets.ts';
import { toUtc } from '../../http/moment.ts';
import { record, recordAll } from '../audit/audit.service.ts';
import { rememberLeft, rememberRemoved } from '../calendar/removals.service.ts';
import { aboutTask, notify, notifyTaskCancelled, notifyTaskChanged } from '../notices/notify.service.ts';
import {
  deleteAttendances,
  hasOtherAttendees,
  listAttendeesOf,
  lockPlansOfAttendees,
} from './attendance/attendance.queries.ts';
import { concernedPeople, conflictsOf } from './attendance/conflicts.service.ts';
import { endHelping } from './attendance/helpers.service.ts';
import { conflictProblem } from './attendance/placement.policy.ts';
import { withdrawNoticesOfDeleted, withdrawNoticesOfOffers } from './offers/offer-notices.service.ts';
import { requireOthersHours } from './steps/losses.service.ts';
import { listWaitingAndRequested } from './steps/steps.queries.ts';
import { needsTeam, needsTeamDetail, requirePlanner } from './tasks.policy.ts';
import type { Visible } from './tasks.policy.ts';
import {
  deleteTask,
  findTask,
  findTeam,
  hasKind,
  hasPlace,
  insertTask,
  lockTask,
  updateTask,
} from './tasks.queries.ts';
import type { TaskRow, TaskValues } from './tasks.queries.ts';
import type { NewTask, Task, TaskChanges } from './tasks.schema.ts';
import { noSuchTask, presentTasks, viewerOf } from './tasks.service.ts';
import { fillPlaces, lockWithWaiting } from './waiting/filling.service.ts';

type Services = { db: Db; keys: Keyring };

/** `roles` are those of the transaction: a chief may have lost the team since the gate checked. */
export async function createTask(
  { trx, keys }: { trx: Trx; keys: Keyring },
  actor: Actor,
  roles: Roles,
  input: NewTask,
): Promise<Task> {
  const { projectRole, uid, now } = actor;
  const tid = input.tid ?? null;
  await requirePlannable(trx, projectRole.scope, roles, tid);
  requireTeam({ tid, visibility: input.visibility ?? 'project' }, input);
  await requireCatalogue(trx, projectRole.scope, input);
  const row = await insertTask(trx, {
    id: newId(now),
    pid: projectRole.scope.pid,
    tid,
    title: input.title,
    description: input.description ?? '',
    category: input.category ?? '',
    ...inOrder(toUtc('/starts_at', input.starts_at), toUtc('/ends_at', input.ends_at)),
    ...peopleOf(input.min_people ?? 0, input.capacity),
    place_id: input.place ?? null,
    kind_id: input.kind ?? null,
    visibility: input.visibility ?? 'project',
    joining: input.joining ?? 'open',
    opens_at: optionalMoment(input.opens_at ?? null),
    briefing: input.briefing ?? '',
    created_by: personUid(uid),
    created_at: timestamp(now),
  });
  const { pid, revision } = row;
  await record(trx, now, {
    actor: uid,
    kind: 'task.created',
    subject: row.id,
    pid,
    revision,
    detail: { tid, ...limitOf(row) },
  });
  const [task] = await presentTasks(trx, keys, actor, [row]);
  return task ?? fail('internal');
}

/** Names the field that was sent. */
function requireTeam(task: Visible, { tid, visibility }: Pick<TaskChanges, 'tid' | 'visibility'>): void {
  if (needsTeam(task) && visibility !== undefined) failField('/visibility', needsTeamDetail);
  if (needsTeam(task) && tid !== undefined) failField('/tid', needsTeamDetail);
}

async function requirePlannable(trx: Trx, scope: ProjectScope, roles: Roles, tid: string | null): Promise<void> {
  requirePlanner(roles, tid);
  if (tid === null) return;
  const team = await findTeam(trx, scope, tid);
  if (team === undefined) return refuseField('/tid', 'is not a team of this project');
  if (team.disabled_at !== null) fail('team_disabled');
}

/** Places and kinds that the input names are of this project. */
async function requireCatalogue(trx: Trx, scope: ProjectScope, { place, kind }: Pick<NewTask, 'place' | 'kind'>) {
  if (place != null && !(await hasPlace(trx, scope, place))) refuseField('/place', 'is not a place of this project');
  if (kind != null && !(await hasKind(trx, scope, kind))) refuseField('/kind', 'is not a kind of this project');
}

const optionalMoment = (moment: string | null) => (moment === null ? null : toUtc('/opens_at', moment));

function peopleOf(min_people: number, capacity: number) {
  return min_people <= capacity
    ? { min_people, capacity }
    : failField('/min_people', 'must not be more than the capacity');
}

function inOrder(starts_at: string, ends_at: string) {
  return ends_at > starts_at ? { starts_at, ends_at } : failField('/ends_at', 'must be after starts_at');
}

type Times = Pick<TaskRow, 'starts_at' | 'ends_at'>;

/** Of a task that was moved, for the audit log. */
const timesOf = (before: Times, after: Times) =>
  spanOf(before) === spanOf(after) ? {} : { old_time: spanOf(before), new_time: spanOf(after) };

const spanOf = ({ starts_at, ends_at }: Times): string => `${starts_at}/${ends_at}`;

type Change = Actor & { id: string; expected: number | undefined };

/**
 * A change of times or kind locks the plans of all attendees before the task, which is the order that joining uses. Attendees
 * who joined between the two steps are locked afterwards; a deadlock is possible only then, and is retried.
 */
export async function changeTask({ db, keys }: Services, change: Change, input: TaskChanges): Promise<TaskRow> {
  const { projectRole, caller, id, expected, uid, now } = change;
  const moves = input.starts_at !== undefined || input.ends_at !== undefined || input.kind != null;
  return db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller);
    if (input.capacity !== undefined || moves) await lockWithWaiting(trx, [id], []);
    const locked = moves ? await lockPlansOfAttendees(trx, id) : new Set<string>();
    const before = (await lockTask(trx, projectRole.scope, id, expected)) ?? (await missing(trx, projectRole, id));
    if (moves && (await hasOtherAttendees(trx, id, locked))) await lockPlansOfAttendees(trx, id);
    requirePlanner(roles, before.tid);
    const values = valuesOf(before, input);
    await requireOthersHours(trx, { roles, uid, now }, [{ before, after: values }]);
    requireTeam(values, input);
    if (values.tid !== before.tid) await requirePlannable(trx, projectRole.scope, roles, values.tid);
    await requireCatalogue(trx, projectRole.scope, input);
    const released = moves
      ? await releaseConflicting(trx, { ...change, keys }, before, values, input.release_conflicting === true)
      : 0;
    values.attendee_count -= released;
    const { held_count: held } = before;
    if (values.capacity < values.attendee_count + held) {
      fail('task_has_attendees', {
        detail: `${values.attendee_count} people have joined this task, and ${held} places are offered`,
      });
    }
    const after = await updateTask(trx, projectRole.scope, id, { ...values, changed_at: timestamp(now) });
    if (before.tid !== null && after.tid !== before.tid) await rememberRemoved(trx, now, before, before.tid);
    const fields = changedFields(Object.keys(input), named(before), named(after));
    if (fields !== '') {
      const detail = { fields, ...timesOf(before, after), released, ...limitOf(after) };
      const { pid, revision } = after;
      await record(trx, now, { actor: uid, kind: 'task.changed', subject: id, pid, revision, detail });
      await notifyTaskChanged(trx, { actor: uid, now }, before, after);
    }
    await fillPlaces(trx, { keys, now }, [id]);
    return (await findTask(trx, projectRole.scope, id)) ?? after;
  });
}

/** For the change feed: the team that alone may know of the task. */
const limitOf = ({ visibility, tid }: TaskRow) => (visibility === 'team' && tid !== null ? { limited_to: tid } : {});

/** With the names of the interface. */
const named = (row: TaskRow) => ({ ...row, place: row.place_id, kind: row.kind_id });

async function missing(trx: Trx, projectRole: ProjectRole, id: string): Promise<never> {
  return (await findTask(trx, projectRole.scope, id)) === undefined ? noSuchTask() : fail('stale');
}

function valuesOf(before: TaskRow, input: TaskChanges): TaskValues {
  const { id: _id, pid: _pid, created_at: _created, revision: _revision, ...kept } = before;
  const { title, description, category, tid, capacity, place, kind, opens_at } = input;
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
    ...peopleOf(input.min_people ?? before.min_people, capacity ?? before.capacity),
    place_id: place === undefined ? before.place_id : place,
    kind_id: kind === undefined ? before.kind_id : kind,
    visibility: input.visibility ?? before.visibility,
    joining: input.joining ?? before.joining,
    opens_at: opens_at === undefined ? before.opens_at : optionalMoment(opens_at),
    briefing: input.briefing ?? before.briefing,
  };
}

/** Attendees lose their place only if the editor agrees; each gets an audit entry. Returns how many places that frees. */
async function releaseConflicting(
  trx: Trx,
  change: Change & { keys: Keyring },
  before: TaskRow,
  values: TaskValues,
  agreed: boolean,
): Promise<number> {
  const { id, uid, now, projectRole, keys } = change;
  const conflicting = await conflictsOf(trx, keys, projectRole.scope, [{ ...values, id }]);
  if (conflicting[0] === undefined) return 0;
  if (!agreed) {
    const { scope } = projectRole;
    throw conflictProblem(
      scope.pid,
      conflicting,
      await concernedPeople(trx, scope, viewerOf(projectRole, uid), conflicting),
    );
  }
  const uids = conflicting.map((one) => one.uid);
  await rememberLeft(trx, now, [id], uids);
  await withdrawNoticesOfOffers(trx, [id], uids);
  const freed = await deleteAttendances(trx, id, uids);
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
  await endHelping(trx, { actor: uid, now }, projectRole.scope, uids);
  const about = aboutTask(before);
  await notify(
    trx,
    { actor: uid, now },
    uids.map((attendee) => ({ kind: 'task.removed', uid: attendee, ...about })),
  );
  return freed;
}

export async function removeTask(db: Db, change: Change, force: boolean): Promise<void> {
  const { projectRole, caller, id, expected, uid, now } = change;
  await db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller);
    const locked = await lockPlansOfAttendees(trx, id);
    const task = (await lockTask(trx, projectRole.scope, id, expected)) ?? (await missing(trx, projectRole, id));
    requirePlanner(roles, task.tid);
    const { pid, title } = task;
    // Also people who were replaced: their hours go with the task.
    const attending = await listAttendeesOf(trx, [id]);
    const attendees = attending.length;
    if (attendees > 0 && !force) fail('task_has_attendees', { detail: `${attendees} people have joined this task` });
    const { waiting, applicants } = await applicantsOf(trx, id);
    await notifyTaskCancelled(trx, { actor: uid, now }, task, applicants);
    await recordAll(
      trx,
      now,
      attending.map((one) => ({ actor: uid, kind: 'attendance.removed', subject: one.uid, pid, detail: { task: id } })),
    );
    await rememberLeft(trx, now, [id], 'all');
    await withdrawNoticesOfDeleted(trx, [id], waiting);
    await rememberRemoved(trx, now, task, task.tid);
    await deleteTask(trx, projectRole.scope, id);
    await endHelping(trx, { actor: uid, now }, projectRole.scope, [...locked]);
    await record(trx, now, {
      actor: uid,
      kind: 'task.removed',
      subject: id,
      pid,
      detail: { title, attendees, ...limitOf(task) },
    });
  });
}

async function applicantsOf(trx: Trx, id: string) {
  const { waiting, requests } = await listWaitingAndRequested(trx, [id]);
  const asking = requests.filter(({ declined_at }) => declined_at === null);
  return { waiting, applicants: [...waiting, ...asking].map(({ uid }) => uid) };
}
