import { scopeOfRow } from '../../../auth/project-role.ts';
import { lockName } from '../../../db/db.ts';
import type { Trx } from '../../../db/db.ts';
import { chunksOf, sortedIds } from '../../../lib/chunks.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { record } from '../../audit/audit.service.ts';
import { aboutTask, notify } from '../../notices/notify.service.ts';
import { listInvolvements, lockPlan } from '../attendance/placement.queries.ts';
import { movePlaces } from '../attendance/placement.service.ts';
import { refusalsOf } from '../rules/eligibility.service.ts';
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
 * Gives the free places of these tasks to the first people on their waiting lists who can take them. Call it in every
 * transaction that makes a place free. People who cannot take it now, because of another task for example, keep their
 * position.
 */
export async function fillPlaces(trx: Trx, filling: Filling, ids: Iterable<string>): Promise<void> {
  for (const id of await listWaitedFor(trx, sortedIds(ids))) await fillTask(trx, filling, id);
}

async function fillTask(trx: Trx, filling: Filling, id: string): Promise<void> {
  const at = timestamp(filling.now);
  const task = await lockAhead(trx, id, at);
  let free = task === undefined ? 0 : task.capacity - task.attendee_count - task.held_count;
  if (task === undefined || free <= 0) return;
  // Again, because the list may have changed before the task was locked.
  for (const some of chunksOf(await listWaiting(trx, id))) {
    const refusal = await refusalsOf(trx, { keys: filling.keys, now: at, by: 'waiting' }, some, [task]);
    for (const uid of some.filter((one) => refusal(one, id) === null)) {
      if (free > 0 && (await give(trx, filling, task, uid))) free -= 1;
    }
    if (free === 0) return;
  }
}

/** Directly, or as an offer if the task is near. False if the person cannot take it after all. */
async function give(trx: Trx, filling: Filling, task: WaitedTask, uid: string): Promise<boolean> {
  const { keys, now } = filling;
  const until = offeredUntil(task, now);
  if (until !== null) return offer(trx, filling, task, { uid, until });
  await lockPlan(trx, uid);
  // They may have left the list while this waited for the lock.
  if (!(await listInvolvements(trx, task.id, uid, timestamp(now))).has('waiting')) return false;
  const mover = { scope: scopeOfRow(task), keys, actor: null, now, by: 'waiting' } as const;
  const { on } = await movePlaces(trx, mover, { on: [{ uid, task: task.id }], refused: 'skip' });
  return on.length > 0;
}

async function offer(
  trx: Trx,
  { keys, now }: Filling,
  task: WaitedTask,
  { uid, until }: { uid: string; until: string },
): Promise<boolean> {
  await lockPlan(trx, uid);
  const refusal = await refusalsOf(trx, { keys, now: timestamp(now), by: 'waiting' }, [uid], [task]);
  if (refusal(uid, task.id) !== null || !(await holdPlace(trx, task.id, uid, until))) return false;
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
