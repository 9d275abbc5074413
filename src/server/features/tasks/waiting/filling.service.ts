import { scopeOfRow } from '../../../auth/project-role.ts';
import { lockName } from '../../../db/db.ts';
import type { Trx } from '../../../db/db.ts';
import { chunksOf, sortedIds } from '../../../lib/chunks.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { record } from '../../audit/audit.service.ts';
import { aboutTask, notify } from '../../notices/notify.service.ts';
import { insertAttendees, recordMoves } from '../attendance/attendees.service.ts';
import { listInvolvements, lockPlan, takePlace } from '../attendance/placement.queries.ts';
import { loadEligibility } from '../rules/eligibility.service.ts';
import { offeredUntil } from './waiting.policy.ts';
import { holdPlace, listFirstWaiting, listWaitedFor, listWaiting, lockAhead } from './waiting.queries.ts';
import type { WaitedTask } from './waiting.queries.ts';

export type Filling = { keys: Keyring; now: Date };

const lockedAhead = 3;

/**
 * Before places of these tasks become free: locks the waiting lists, then those who give the places up and those who may
 * get them, by id. Placing locks people before tasks, so the waiting people must not be locked only after the task. Without
 * the locked list they would be other people by the time the task is locked, if many leave at once.
 */
export async function lockWithWaiting(trx: Trx, ids: readonly string[], uids: readonly string[]): Promise<void> {
  const waitedFor = await listWaitedFor(trx, ids);
  if (waitedFor.length === 0) return;
  for (const id of waitedFor) await lockName(trx, `waiting ${id}`);
  const waiting = await listFirstWaiting(trx, waitedFor, lockedAhead);
  for (const uid of sortedIds([...uids, ...waiting])) await lockPlan(trx, uid);
}

/**
 * Gives the free places of these tasks to the first people on their waiting lists who can take them. Every transaction
 * that makes a place free ends with it. People who cannot take it now, because of another task for example, keep their
 * position.
 */
export async function fillPlaces(trx: Trx, filling: Filling, ids: Iterable<string>): Promise<void> {
  for (const id of await listWaitedFor(trx, sortedIds(ids))) await fillTask(trx, filling, id);
}

const eligibilityOf = (trx: Trx, { keys, now }: Filling, uids: readonly string[], task: WaitedTask) =>
  loadEligibility(trx, { keys, now: timestamp(now), by: 'waiting', viewer: null }, uids, [task]);

async function fillTask(trx: Trx, filling: Filling, id: string): Promise<void> {
  const task = await lockAhead(trx, id, timestamp(filling.now));
  let free = task === undefined ? 0 : task.capacity - task.attendee_count - task.held_count;
  if (task === undefined || free <= 0) return;
  // Again, because the list may have changed before the task was locked.
  for (const some of chunksOf(await listWaiting(trx, id))) {
    const { check } = await eligibilityOf(trx, filling, some, task);
    for (const uid of some.filter((one) => check(one, id).refusal === null)) {
      if (free > 0 && (await give(trx, filling, task, uid))) free -= 1;
    }
    if (free === 0) return;
  }
}

/** Directly, or as an offer if the task is near. False if the person cannot take it after all. */
async function give(trx: Trx, filling: Filling, task: WaitedTask, uid: string): Promise<boolean> {
  await lockPlan(trx, uid);
  // They may have got another place while this waited for the lock.
  const { check, rolesOf } = await eligibilityOf(trx, filling, [uid], task);
  if (check(uid, task.id).refusal !== null) return false;
  const until = offeredUntil(task, filling.now);
  return until === null ? place(trx, filling, task, uid, rolesOf) : offer(trx, filling, task, { uid, until });
}

type RolesOf = Parameters<typeof insertAttendees>[3];

async function place(trx: Trx, { now }: Filling, task: WaitedTask, uid: string, rolesOf: RolesOf): Promise<boolean> {
  const scope = scopeOfRow(task);
  const involvements = await listInvolvements(trx, task.id, uid, timestamp(now));
  // They may have left the list.
  if (!involvements.has('waiting') || involvements.has('held') || involvements.has('attending')) return false;
  const taken = await takePlace(trx, scope, task.id, timestamp(now));
  if (taken === undefined) return false;
  const move = { scope, actor: null, now, by: 'waiting' } as const;
  const on = [{ uid, task: task.id, involvements }];
  await insertAttendees(trx, move, on, rolesOf);
  await recordMoves(trx, move, { on, off: [] }, new Map([[taken.id, taken]]));
  return true;
}

async function offer(
  trx: Trx,
  { now }: Filling,
  task: WaitedTask,
  { uid, until }: { uid: string; until: string },
): Promise<boolean> {
  if (!(await holdPlace(trx, task.id, uid, until))) return false;
  await record(trx, now, { actor: null, kind: 'place.held', subject: uid, pid: task.pid, detail: { task: task.id } });
  const { values, ...about } = aboutTask(task);
  await notify(trx, { actor: null, now }, [
    {
      kind: 'place.offered',
      uid,
      ...about,
      values: { ...values, closes_at: until, change: 'waiting' },
      occasion: `waiting ${until}`,
    },
  ]);
  return true;
}
