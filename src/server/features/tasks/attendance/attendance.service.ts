import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor, ProjectRole } from '../../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { batchesOf } from '../../../http/paging.ts';
import { contactsFor } from '../../contacts/contacts.service.ts';
import type { ContactServices } from '../../contacts/contacts.service.ts';
import {
  deleteAttendancesOf,
  findPlace,
  freePlaces,
  isAttending,
  lockAttendance,
  selectAttendees,
} from './attendance.queries.ts';
import type { AttendeeRow } from './attendance.queries.ts';
import type { Attendee } from './attendance.schema.ts';
import { isTold, tellPlanners } from './leaving-notices.service.ts';
import { placeProblem } from './placement.policy.ts';
import { personRolesOf } from './person-roles.service.ts';
import { lockPlan } from './placement.queries.ts';
import { movePlaces } from './placement.service.ts';
import { isMarked, shownMarks } from './states.policy.ts';
import { availabilityCheck } from '../planner/availability.service.ts';
import type { Times } from '../rules/rules.policy.ts';
import { canPlanFor, canSeeAttendees, hasEnded, requirePlanner } from '../tasks.policy.ts';
import { requestPlace, withdrawRequest } from '../requests/requests.service.ts';
import { findTask } from '../tasks.queries.ts';
import { noSuchTask, requireVisible } from '../tasks.service.ts';
import { fillPlaces, lockWithWaiting } from '../waiting/filling.service.ts';
import type { Filling } from '../waiting/filling.service.ts';
import { removeFromWaitingLists, positionOf, startWaiting, stopWaiting } from '../waiting/waiting.service.ts';

type Placement = Actor & { id: string; attendee: string; wait?: boolean; note?: string | undefined };
type Services = { db: Db; keys: Keyring };

/**
 * Joining twice takes one place. Fails fast when the task is full, before taking locks, so that many requests for a full
 * task do not queue. Returns the position on the waiting list, if the person is willing to wait and has to.
 */
export async function join({ db, keys }: Services, placement: Placement): Promise<'joined' | 'requested' | number> {
  const { projectRole, id, attendee, uid, now, wait = false } = placement;
  const result = await db.transaction(async (trx) => {
    const seen = await findPlaceFor(trx, 'join', placement);
    if (seen.attendee !== null) return 'joined';
    const asks = attendee === uid && seen.joining === 'approval' && !canPlanFor(projectRole, seen.tid);
    if (wait && attendee === uid && !asks) return startWaiting(trx, keys, placement);
    const isFull = seen.attendee_count + seen.held_count >= seen.capacity && seen.offered_until === null;
    if (isFull) throw placeProblem(seen, timestamp(now));
    await confirmPlanner(trx, placement, seen.tid);
    const by = attendee === uid ? 'self' : 'planner';
    const mover = { scope: projectRole.scope, keys, actor: uid, now, by } as const;
    if (asks) {
      await requestPlace(trx, keys, placement);
      return 'requested';
    }
    await movePlaces(trx, mover, { on: [{ uid: attendee, task: id }] });
    return 'joined';
  });
  return result === 'waiting' ? positionOf(db.read, id, uid) : result;
}

/**
 * Only for planners who act for others: joining and leaving oneself locks and checks the person anyway, and must stay
 * fast when many do it at once.
 */
async function confirmPlanner(trx: Trx, { caller, uid, attendee, now }: Placement, tid: string | null): Promise<void> {
  if (attendee === uid) return;
  const { roles } = await confirmCaller(trx, now, caller, [attendee]);
  requirePlanner(roles, tid);
}

const isOn = (place: { attendee: string | null } | undefined, uid: string): boolean => place?.attendee === uid;

/** A place, or one that is held for the person. */
const hasPlace = (place: { attendee: string | null; offered_until: string | null }): boolean =>
  place.attendee !== null || place.offered_until !== null;

/** Everybody can join what they see, and leave, for themselves; planners can add and remove others. */
export async function findPlaceFor(trx: Trx, verb: 'join' | 'leave', { projectRole, id, attendee, uid }: Placement) {
  const found = await findPlace(trx, projectRole.scope, id, attendee);
  const place = verb === 'leave' ? (found ?? noSuchTask()) : requireVisible(projectRole, found, isOn(found, uid));
  if (attendee !== uid) requirePlanner(projectRole, place.tid);
  return place;
}

/**
 * Does nothing if the person neither attends nor waits; withdraws a request for a place. After the end of a task only planners can change its attendees. The
 * place goes to the next person who waits for it.
 */
export async function leave({ db, keys }: Services, placement: Placement): Promise<void> {
  const { projectRole, id, attendee, uid, now } = placement;
  await db.transaction(async (trx) => {
    const seen = await findPlaceFor(trx, 'leave', placement);
    const { attendee: place, waiting, requested } = seen;
    if (attendee === uid && place === null && waiting === null && requested === null) return;
    await confirmPlanner(trx, placement, seen.tid);
    // Those who only stop waiting free no place, so they do not queue with those who do.
    if (hasPlace(seen)) await lockWithWaiting(trx, [id], [attendee]);
    await lockPlan(trx, attendee);
    const task = await findPlaceFor(trx, 'leave', placement);
    // They have got a place meanwhile.
    if (hasPlace(task) && !hasPlace(seen)) await lockWithWaiting(trx, [id], []);
    if (attendee === uid && task.attendee === null) {
      const { pid } = projectRole.scope;
      if (task.waiting !== null) await stopWaiting(trx, { keys, now }, { pid, id, uid, actor: uid });
      return task.requested === null ? undefined : withdrawRequest(trx, placement);
    }
    // Otherwise they could leave and join again, and nobody would know that they were missing.
    if (attendee === uid && isMarked((await lockAttendance(trx, id, uid))?.state))
      fail('not_allowed', { detail: 'Your attendance is already recorded. Ask an organiser to remove you' });
    const by = attendee !== uid || (await plansNow(trx, placement, task.tid)) ? 'planner' : 'self';
    const mover = { scope: projectRole.scope, keys, actor: uid, now, by } as const;
    const { off } = await movePlaces(trx, mover, { off: [{ uid: attendee, task: id }] });
    if (off.length === 0) return;
    if (attendee === uid && !hasEnded(task, timestamp(now)) && isTold(task, now)) {
      await tellPlanners(trx, placement, 'task.left', (await findTask(trx, projectRole.scope, id)) ?? noSuchTask());
    }
    await fillPlaces(trx, { keys, now }, [id]);
  });
}

/** Uses current rights: somebody who has lost the team while waiting for the lock leaves like everybody. */
const plansNow = async (trx: Trx, { projectRole, uid }: Placement, tid: string | null): Promise<boolean> =>
  canPlanFor(projectRole, tid) && canPlanFor(await personRolesOf(trx, projectRole.scope, uid), tid);

/** The task whose attendees the caller may see. */
export async function requireVisibleAttendees(read: Reader, projectRole: ProjectRole, id: string, uid: string) {
  const [found, joined] = await Promise.all([findTask(read, projectRole.scope, id), isAttending(read, id, uid)]);
  const task = requireVisible(projectRole, found, joined);
  if (!canSeeAttendees(projectRole, joined))
    fail('forbidden', { detail: 'Only organisers and attendees can see who joined' });
  return task;
}

export const walkAttendees = (read: Reader, id: string) =>
  batchesOf<AttendeeRow>((after, limit) => selectAttendees(read, id, after, limit));

type Viewing = { projectRole: ProjectRole; caller: string; task: Times & { tid: string | null } };

/** Planners of the task see contact details and who cannot help then; limited credentials and others who may see the attendees see their names only. */
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
  const isAvailable = await availabilityCheck(services.db.read, projectRole, uids);
  return ({ uid, name, joined_at, email, offered_at, ...row }) => {
    const contact = contacts.get(uid);
    const wishes = { available: isAvailable(uid, task), offering: offered_at !== null };
    return {
      uid,
      name,
      joined_at,
      email,
      ...wishes,
      ...shownMarks(row),
      ...(contact === undefined ? {} : { contact }),
    };
  };
}

/** Removes a person from all tasks and waiting lists of all projects. Returns how many tasks there were. */
export async function leaveAllTasks(trx: Trx, filling: Filling, uid: string): Promise<number> {
  // Joining locks the plan as well, so nobody can add the person between the two statements.
  await lockPlan(trx, uid);
  const held = await removeFromWaitingLists(trx, filling.now, { uids: [uid], actor: uid });
  const deleted = await deleteAttendancesOf(trx, uid);
  await fillPlaces(trx, filling, [...held, ...(await freePlaces(trx, deleted))]);
  return deleted.length;
}
