import type { Trx } from '../../db/db.ts';
import { addSeconds, days, timestamp } from '../../lib/clock.ts';
import { deleteOldRemovals, insertLeft, insertRemoved } from './removals.queries.ts';

const keptSeconds = days(30);

type Removed = {
  id: string;
  pid: string;
  tid: string | null;
  title: string;
  starts_at: string;
  ends_at: string;
  revision: number;
};

/** Call it before the attendances are deleted, so that the calendars of these people show the tasks as cancelled. */
export const rememberLeft = (
  trx: Trx,
  now: Date,
  tasks: readonly string[],
  uids: readonly string[] | 'all',
): Promise<void> => insertLeft(trx, tasks, uids, timestamp(now));

/**
 * For tasks that are deleted or that a team no longer has: calendars of the team and the project show them as cancelled,
 * with a number that is higher than before.
 */
export async function rememberRemoved(trx: Trx, now: Date, tasks: readonly Removed[]): Promise<void> {
  if (tasks.length === 0) return;
  const removed_at = timestamp(now);
  await insertRemoved(
    trx,
    tasks.map(({ id: task_id, tid, pid, title, starts_at, ends_at, revision }) => ({
      task_id,
      tid: tid ?? '',
      pid,
      title,
      starts_at,
      ends_at,
      revision: revision + 1,
      removed_at,
    })),
  );
}

/** 30 days after the end of the task, calendars have seen that it was cancelled. */
export const deleteExpiredRemovals = (trx: Trx, now: string): Promise<void> =>
  deleteOldRemovals(trx, timestamp(addSeconds(new Date(now), -keptSeconds)));
