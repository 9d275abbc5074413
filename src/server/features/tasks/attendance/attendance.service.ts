import { isShortNotice } from '../../../../shared/rules.ts';
import type { Person } from '../../../auth/caller.ts';
import { confirmCaller } from '../../../auth/confirm.ts';
import { othersDecideAmong } from '../../../auth/oneself.ts';
import type { Actor, ProjectRole } from '../../../auth/project-role.ts';
import type { Config } from '../../../config.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { fail, failField } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { batchesOf } from '../../../http/paging.ts';
import { contactsFor } from '../../contacts/contacts.service.ts';
import type { ContactServices } from '../../contacts/contacts.service.ts';
import { deliveriesOnTasks } from '../../notices/delivery/delivery.service.ts';
import { findPlace, isAttending, listReplaceable, lockAttendance, selectAttendees } from './attendance.queries.ts';
import type { AttendeeRow } from './attendance.queries.ts';
import type { Attendee } from './attendance.schema.ts';
import { notifyPlanners } from './attendees.service.ts';
import { placeProblem } from './placement.policy.ts';
import { lockPlan } from './placement.queries.ts';
import { movePlaces } from './placement.service.ts';
import { isMarked, openedPlaces, shownMarks } from './states.policy.ts';
import { availabilityCheck } from '../planner/candidates.service.ts';
import { personRolesOf } from '../rules/eligibility.service.ts';
import type { Times } from '../rules/rules.policy.ts';
import { canPlanFor, canSeeAttendees, hasEnded, requirePlanner } from '../tasks.policy.ts';
import { requestPlace, withdrawRequest } from '../requests/requests.service.ts';
import { findTask } from '../tasks.queries.ts';
import type { TaskRow } from '../tasks.queries.ts';
import { noSuchTask, requireVisible } from '../tasks.service.ts';
import { lockWithWaiting } from '../waiting/filling.service.ts';
import { positionOf, startWaiting, stopWaiting } from '../waiting/waiting.service.ts';

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
    if (off.length === 0 || attendee !== uid || hasEnded(task, timestamp(now)) || !isShortNotice(task, now.getTime()))
      return;
    await notifyPlanners(trx, placement, 'task.left', (await findTask(trx, projectRole.scope, id)) ?? noSuchTask());
  });
}

/** Uses current rights: somebody who has lost the team while waiting for the lock leaves like everybody. */
const plansNow = async (trx: Trx, { projectRole, uid }: Placement, tid: string | null): Promise<boolean> =>
  canPlanFor(projectRole, tid) && canPlanFor(await personRolesOf(trx, projectRole.scope, uid), tid);

type Transfer = Actor & { id: string; attendee: string; from: string };

/** Moves a person from one task to another, or does nothing: nobody loses a place because the other one is refused. */
export async function transfer({ db, keys }: Services, wanted: Transfer): Promise<void> {
  const { projectRole, caller, uid, now, id, attendee, from } = wanted;
  if (id === from) failField('/querystring/instead_of', 'must be another task');
  await db.transaction(async (trx) => {
    const tids = await teamsOf(trx, wanted);
    requirePlanner(projectRole, ...tids);
    const { roles } = await confirmCaller(trx, now, caller, [attendee]);
    requirePlanner(roles, ...tids);
    const mover = { scope: projectRole.scope, keys, actor: uid, now, by: 'planner' } as const;
    await lockWithWaiting(trx, [from], [attendee]);
    const move = { on: [{ uid: attendee, task: id }], off: [{ uid: attendee, task: from }] };
    await movePlaces(trx, mover, move);
  });
}

/** The teams of both tasks. */
async function teamsOf(trx: Trx, { projectRole: { scope }, id, from, attendee }: Transfer) {
  const to = (await findPlace(trx, scope, id, attendee)) ?? noSuchTask();
  const before = (await findPlace(trx, scope, from, attendee)) ?? noSuchTask();
  return [to.tid, before.tid];
}

type Giving = Actor & { id: string; attendee: string; giver: string };

/** Gives the place of one person to another, also on a full task. Nobody can take it in between. */
export async function givePlace({ db, keys }: Services, giving: Giving): Promise<void> {
  const { projectRole, caller, uid, now, id, attendee, giver } = giving;
  if (attendee === giver) failField('/querystring/place_of', 'must be another person');
  await db.transaction(async (trx) => {
    const { tid } = await findPlaceFor(trx, 'join', giving);
    requirePlanner(projectRole, tid);
    const { roles } = await confirmCaller(trx, now, caller, [attendee, giver]);
    requirePlanner(roles, tid);
    await lockWithWaiting(trx, [id], [attendee, giver]);
    for (const one of [attendee, giver].toSorted()) await lockPlan(trx, one);
    if (await isGiven(trx, giving)) return;
    const mover = { scope: projectRole.scope, keys, actor: uid, now, by: 'planner' } as const;
    await movePlaces(trx, mover, { on: [{ uid: attendee, task: id }], off: [{ uid: giver, task: id }] });
  });
}

/** Whether it was done already, for a repeated request; fails if it can't be done. */
async function isGiven(trx: Trx, { id, attendee, giver }: Giving): Promise<boolean> {
  // Locked, so that nobody is checked in and then removed.
  const place = await lockAttendance(trx, id, giver);
  const isOn = await isAttending(trx, id, attendee);
  if (place === undefined) return isOn || fail('not_found', { detail: 'The person is not on this task' });
  if (isOn) fail('not_allowed', { detail: 'Both people are on this task' });
  if (isMarked(place.state)) fail('not_allowed', { detail: 'Their attendance is already recorded' });
  return false;
}

/** The task whose attendees the caller may see. */
export async function requireVisibleAttendees(read: Reader, projectRole: ProjectRole, id: string, uid: string) {
  const [found, joined] = await Promise.all([findTask(read, projectRole.scope, id), isAttending(read, id, uid)]);
  const task = requireVisible(projectRole, found, joined);
  if (!canSeeAttendees(projectRole, joined))
    fail('forbidden', { detail: 'Only organisers and attendees can see who joined' });
  return task;
}

type Listed = Parameters<typeof selectAttendees>[1];

/** Whom the caller sees on the task. */
export const listedFor = (projectRole: ProjectRole, uid: string, { id, tid }: TaskRow): Listed => ({
  id,
  companionsOf: canPlanFor(projectRole, tid) ? undefined : uid,
});

export const walkAttendees = (read: Reader, listed: Listed) =>
  batchesOf<AttendeeRow>((after, limit) => selectAttendees(read, listed, after, limit));

type Viewing = { projectRole: ProjectRole; caller: Person; task: Times & { id: string; tid: string | null } };

/** Planners of the task see contact details and who cannot help then; limited credentials and others who may see the attendees see their names only. */
export async function attendeePresenter(
  services: ContactServices & { config: Config },
  rows: readonly AttendeeRow[],
  { projectRole, caller, task }: Viewing,
): Promise<(row: AttendeeRow) => Attendee> {
  const { limited } = projectRole;
  if (limited || !canPlanFor(projectRole, task.tid)) return ({ uid, name, joined_at }) => ({ uid, name, joined_at });
  const readerOf = () => ({ isOwner: projectRole.owner, isChief: !projectRole.owner, isTeammate: false });
  const uids = rows.map(({ uid }) => uid);
  const contacts = await contactsFor(services, uids, {
    caller: caller.uid,
    pid: projectRole.scope.pid,
    limited,
    readerOf,
  });
  const othersDecide = await othersDecideAmong(services.db.read, projectRole.scope, projectRole, { caller, uids });
  const isAvailable = await availabilityCheck(services.db.read, projectRole, uids);
  const asked = { config: services.config, now: timestamp(services.clock.now()) };
  const deliveryOn = await deliveriesOnTasks(services.db.read, projectRole.scope, [task.id], asked);
  const isAnyReplaced = rows.some(({ replaced_at: at }) => at !== null);
  const opened = openedPlaces(isAnyReplaced ? await listReplaceable(services.db.read, task.id) : []);
  return ({ uid, name, joined_at, email, offered_at, ...row }) => {
    const contact = contacts.get(uid);
    const wishes = { available: isAvailable(uid, task), offering: offered_at !== null };
    return {
      uid,
      name,
      joined_at,
      email,
      ...wishes,
      delivery: deliveryOn(task.id, uid),
      ...shownMarks(row),
      place_open: opened.get(uid) === 'open',
      replaced: opened.get(uid) === 'taken',
      others_decide: othersDecide(uid),
      ...(contact === undefined ? {} : { contact }),
    };
  };
}
