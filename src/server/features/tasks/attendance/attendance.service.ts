import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor, ProjectRole, ProjectScope } from '../../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { batchesOf } from '../../../http/paging.ts';
import { record } from '../../audit/audit.service.ts';
import { rememberLeft } from '../../calendar/removals.service.ts';
import { aboutTask, notify } from '../../notices/notify.service.ts';
import { contactsFor } from '../../contacts/contacts.service.ts';
import type { ContactServices } from '../../contacts/contacts.service.ts';
import {
  deleteAttendance,
  deleteAttendancesOf,
  findPlace,
  freePlacesOf,
  givePlaceBack,
  lockPlan,
  insertAttendance,
  isAttending,
  isOfProject,
  selectAttendees,
  takePlace,
} from './attendance.queries.ts';
import type { AttendeeRow } from './attendance.queries.ts';
import type { Attendee } from './attendance.schema.ts';
import { canPlanFor, canSeeAttendees, canSeeTask, hasEnded } from '../tasks.policy.ts';
import { findTask, listOwnTimes } from '../tasks.queries.ts';
import { noSuchTask } from '../tasks.service.ts';

type Placement = Actor & { id: string; attendee: string };

/**
 * Lock order: person, then task. Joining twice takes one place. Fails fast when the task is full, before taking locks,
 * so that many requests for a full task do not queue.
 */
export async function join(db: Db, placement: Placement): Promise<void> {
  const { projectRole, id, attendee, uid, now } = placement;
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    const seen = await findPlaceFor(trx, placement);
    if (seen.attendee !== null) return;
    if (seen.attendee_count >= seen.capacity) refuse(seen, now);
    await confirmPlanner(trx, placement, seen.tid);
    await requirePerson(trx, scope, attendee);
    if (await isAttending(trx, id, attendee)) return;
    const task = (await takePlace(trx, scope, id, timestamp(now))) ?? refuse(await findPlaceFor(trx, placement), now);
    const others = await listOwnTimes(trx, attendee, task.starts_at, task.ends_at);
    if (others.length > 0) {
      fail('task_overlap', { detail: `The person has another task at that time: ${others[0]?.id}` });
    }
    await insertAttendance(trx, { task_id: id, uid: attendee, created_at: timestamp(now) });
    await record(trx, now, {
      actor: uid,
      kind: 'attendance.added',
      subject: attendee,
      pid: scope.pid,
      detail: { task: id },
    });
    await notify(trx, { actor: uid, now }, [{ kind: 'task.added', uid: attendee, ...aboutTask(task) }]);
  });
}

/**
 * Only for planners who act for others: joining and leaving oneself locks and checks the person anyway, and must stay
 * fast when many do it at once.
 */
async function confirmPlanner(trx: Trx, { caller, uid, attendee, now }: Placement, tid: string | null): Promise<void> {
  if (attendee === uid) return;
  const { roles } = await confirmCaller(trx, now, caller, [attendee]);
  if (!canPlanFor(roles, tid)) fail('forbidden', { detail: 'Chiefs plan the tasks of their own team' });
}

/** Everybody can join for themselves; planners can add others. */
async function findPlaceFor(trx: Trx, { projectRole, id, attendee, uid }: Placement) {
  const place = (await findPlace(trx, projectRole.scope, id, attendee)) ?? noSuchTask();
  if (attendee !== uid && !canPlanFor(projectRole, place.tid)) {
    fail('forbidden', { detail: 'Chiefs plan the tasks of their own team' });
  }
  return place;
}

const refuse = (task: { ends_at: string }, now: Date): never =>
  hasEnded(task, timestamp(now)) ? fail('not_allowed', { detail: 'The task has ended' }) : fail('task_full');

async function requirePerson(trx: Trx, scope: ProjectScope, uid: string): Promise<void> {
  const person = await lockPlan(trx, uid);
  if (person === undefined) return fail('not_found', { detail: 'There is no such person' });
  if (person.suspended_at !== null || !(await isOfProject(trx, scope, uid))) {
    fail('not_allowed', { detail: 'The person does not belong to this project' });
  }
}

/** Does nothing if the person does not attend. After the end of a task only planners can change its attendees. */
export async function leave(db: Db, placement: Placement): Promise<void> {
  const { projectRole, id, attendee, uid, now } = placement;
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    const task = await findPlaceFor(trx, placement);
    if (attendee === uid && task.attendee === null) return;
    await confirmPlanner(trx, placement, task.tid);
    if ((await lockPlan(trx, attendee)) === undefined) fail('not_found', { detail: 'There is no such person' });
    if (!(await isAttending(trx, id, attendee))) return;
    if (hasEnded(task, timestamp(now)) && !canPlanFor(projectRole, task.tid)) {
      fail('not_allowed', { detail: 'The task has ended' });
    }
    const freed = (await givePlaceBack(trx, scope, id)) ?? noSuchTask();
    await rememberLeft(trx, now, [id], [attendee]);
    await deleteAttendance(trx, id, attendee);
    await record(trx, now, {
      actor: uid,
      kind: 'attendance.removed',
      subject: attendee,
      pid: scope.pid,
      detail: { task: id },
    });
    // Corrections after the task change nobody's plan.
    if (hasEnded(task, timestamp(now))) return;
    await notify(trx, { actor: uid, now }, [{ kind: 'task.removed', uid: attendee, ...aboutTask(freed) }]);
  });
}

/** The task whose attendees the caller may see. */
export async function requireVisibleAttendees(read: Reader, projectRole: ProjectRole, id: string, uid: string) {
  const [found, joined] = await Promise.all([findTask(read, projectRole.scope, id), isAttending(read, id, uid)]);
  if (!canSeeTask(projectRole, joined)) fail('forbidden');
  const task = found ?? noSuchTask();
  if (!canSeeAttendees(projectRole, joined))
    fail('forbidden', { detail: 'Only planners and attendees can see who joined' });
  return task;
}

export const walkAttendees = (read: Reader, id: string) =>
  batchesOf<AttendeeRow>((after, limit) => selectAttendees(read, id, after, limit));

type Viewing = { projectRole: ProjectRole; caller: string; task: { tid: string | null } };

/** Planners of the task see contact details; limited credentials and others who may see the attendees see their names only. */
export async function attendeePresenter(
  services: ContactServices,
  rows: readonly AttendeeRow[],
  { projectRole, caller, task }: Viewing,
): Promise<(row: AttendeeRow) => Attendee> {
  const { limited } = projectRole;
  if (limited || !canPlanFor(projectRole, task.tid)) return ({ uid, name, joined_at }) => ({ uid, name, joined_at });
  const readerOf = () => ({ isOwner: projectRole.owner, isChief: !projectRole.owner, isTeammate: false });
  const uids = rows.map(({ uid }) => uid);
  const contacts = await contactsFor(services, uids, { caller, pid: projectRole.scope.pid, limited, readerOf });
  return ({ uid, name, joined_at, email }) => {
    const contact = contacts.get(uid);
    return { uid, name, joined_at, email, ...(contact === undefined ? {} : { contact }) };
  };
}

/** Removes a person from all tasks of all projects. Returns how many there were. */
export async function leaveAllTasks(trx: Trx, uid: string): Promise<number> {
  // Joining locks the plan as well, so nobody can add the person between the two statements.
  await lockPlan(trx, uid);
  await freePlacesOf(trx, uid);
  return deleteAttendancesOf(trx, uid);
}
