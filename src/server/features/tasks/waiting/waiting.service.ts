import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor } from '../../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { record } from '../../audit/audit.service.ts';
import { aboutTask, notify, withdrawNoticesTo } from '../../notices/notify.service.ts';
import { refusedProblem } from '../attendance/placement.policy.ts';
import { listInvolvements, lockPlan } from '../attendance/placement.queries.ts';
import { checkPlace, movePlaces } from '../attendance/placement.service.ts';
import { loadEligibility } from '../rules/eligibility.service.ts';
import { requirePlanner } from '../tasks.policy.ts';
import { findTask } from '../tasks.queries.ts';
import { noSuchTask } from '../tasks.service.ts';
import { fillPlaces, lockWithWaiting } from './filling.service.ts';
import type { Filling } from './filling.service.ts';
import { maxWaiting } from './waiting.policy.ts';
import {
  countWaiting,
  deleteLapsed,
  deleteWaitingOf,
  findWaited,
  insertWaiting,
  listFillable,
  listLapsed,
  lockAhead,
} from './waiting.queries.ts';

type Services = { db: Db; clock: Clock; keys: Keyring };
type OnTask = Actor & { id: string };

/**
 * Puts the caller at the end of the waiting list; gives them a place if there is one after all. The rules are those of
 * joining. Everything that can be read before is: the task is locked for as short as possible, because everybody who
 * wants to wait for it needs it one after the other.
 */
export async function startWaiting(trx: Trx, keys: Keyring, waiter: OnTask): Promise<'joined' | 'waiting'> {
  const { projectRole, id, uid, now } = waiter;
  const { scope } = projectRole;
  const at = timestamp(now);
  if ((await lockPlan(trx, uid)) === undefined) fail('not_signed_in');
  const involvements = await listInvolvements(trx, id, uid, at);
  if (involvements.has('attending')) return 'joined';
  const seen = (await findTask(trx, scope, id)) ?? noSuchTask();
  const { check } = await loadEligibility(trx, { keys, now: at, by: 'self', viewer: uid }, [uid], [seen]);
  const { refusal } = check(uid, id);
  if (refusal !== null) {
    // Throws the problem with the names of what is missing or overlaps.
    await checkPlace(trx, { scope, keys, actor: uid, now, by: 'self' }, { uid, task: id });
    throw refusedProblem(refusal);
  }
  if (!involvements.has('waiting') && (await countWaiting(trx, id, uid)).all >= maxWaiting) {
    fail('not_allowed', { detail: `The waiting list is full: ${maxWaiting} people` });
  }
  const task = (await lockAhead(trx, id, at)) ?? fail('not_allowed', { detail: 'The task has started' });
  if (
    (involvements.has('held') && !involvements.has('lapsed')) ||
    task.attendee_count + task.held_count < task.capacity
  ) {
    await movePlaces(trx, { scope, keys, actor: uid, now, by: 'self' }, { on: [{ uid, task: id }] });
    return 'joined';
  }
  // Too late for the place that was held for them, but not for the list.
  const asksAgain = involvements.has('lapsed') && (await deleteLapsed(trx, id, uid, at));
  if (involvements.has('waiting') && !asksAgain) return 'waiting';
  await insertWaiting(trx, { task_id: id, uid, created_at: at });
  await record(trx, now, { actor: uid, kind: 'waiting.added', subject: uid, pid: scope.pid, detail: { task: id } });
  return 'waiting';
}

export const positionOf = async (read: Reader, id: string, uid: string): Promise<number> =>
  Math.max(1, (await countWaiting(read, id, uid)).position);

type Leaving = { pid: string; id: string; uid: string; actor: string };

/** Requires the locked person. False if they do not wait. A place that was held for them goes to the next. */
export async function stopWaiting(trx: Trx, filling: Filling, { pid, id, uid, actor }: Leaving): Promise<boolean> {
  const [left] = await deleteWaitingOf(trx, { uids: [uid], id });
  if (left === undefined) return false;
  await withdrawNoticesTo(trx, 'place.offered', id, [uid], null);
  await record(trx, filling.now, { actor, kind: 'waiting.removed', subject: uid, pid, detail: { task: id } });
  if (left.offered_until !== null) await fillPlaces(trx, filling, [id]);
  return true;
}

/** Only planners may do this. */
export async function removeWaiting({ db, keys }: Services, placement: OnTask & { attendee: string }): Promise<void> {
  const { projectRole, caller, id, attendee, uid: actor, now } = placement;
  const { pid } = projectRole.scope;
  await db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller, [attendee]);
    const task = (await findTask(trx, projectRole.scope, id)) ?? noSuchTask();
    requirePlanner(roles, task.tid);
    await lockWithWaiting(trx, [id], [attendee]);
    if (!(await stopWaiting(trx, { keys, now }, { pid, id, uid: attendee, actor }))) return;
    const { values, ...about } = aboutTask(task);
    await notify(trx, { actor, now }, [
      { kind: 'place.waiting', uid: attendee, ...about, values: { ...values, change: 'removed' } },
    ]);
  });
}

const batchSize = 100;

/**
 * Ends offers that nobody has taken in time and gives the places to the next. Several processes may do it at once: each
 * offer is ended by one. Returns how many there were.
 */
export async function lapseOffers({ db, clock, keys }: Services, signal?: AbortSignal): Promise<number> {
  for (let count = 0; ;) {
    const lapsed = await listLapsed(db.read, timestamp(clock.now()), batchSize);
    for (const { task_id: id, uid } of lapsed) {
      signal?.throwIfAborted();
      const now = clock.now();
      if (await db.transaction((trx) => lapseOffer(trx, { keys, now }, id, uid))) count += 1;
    }
    if (lapsed.length < batchSize) return count;
  }
}

async function lapseOffer(trx: Trx, filling: Filling, id: string, uid: string): Promise<boolean> {
  const { now } = filling;
  const at = timestamp(now);
  await lockWithWaiting(trx, [id], [uid]);
  await lockPlan(trx, uid);
  if (!(await deleteLapsed(trx, id, uid, at))) return false;
  const task = (await findWaited(trx, id)) ?? fail('internal');
  await record(trx, now, { actor: null, kind: 'place.released', subject: uid, pid: task.pid, detail: { task: id } });
  const { values, ...about } = aboutTask(task);
  await notify(trx, { actor: null, now }, [
    { kind: 'place.waiting', uid, ...about, values: { ...values, change: 'lapsed' } },
  ]);
  await fillPlaces(trx, filling, [id]);
  return true;
}

/**
 * Places that are free although people wait: they could not take them then, and now they may, because they have left
 * another task or learned a skill. Returns how many tasks there were.
 */
export async function fillWaiting({ db, clock, keys }: Services, signal?: AbortSignal): Promise<number> {
  for (let [count, after] = [0, '']; ;) {
    const ids = await listFillable(db.read, { now: timestamp(clock.now()), after, limit: batchSize });
    for (const id of ids) {
      signal?.throwIfAborted();
      await db.transaction(async (trx) => {
        await lockWithWaiting(trx, [id], []);
        await fillPlaces(trx, { keys, now: clock.now() }, [id]);
      });
    }
    count += ids.length;
    if (ids.length < batchSize) return count;
    after = ids.at(-1) ?? after;
  }
}
