import type { Trx } from '../../db/db.ts';
import { addSeconds, days, timestamp } from '../../lib/clock.ts';
import { deleteOldRemovals, insertAllRemoved, insertLeft, insertRemoved } from './removals.queries.ts';

const keptSeconds = days(30);

type Removed = { id: string; pid: string; title: string; starts_at: string; ends_at: string; revision: number };

/** Call it before the attendances are deleted, so that the calendars of these people show the tasks as cancelled. */
export const rememberLeft = (
  trx: Trx,
  now: Date,
  tasks: readonly string[],
  uids: readonly string[] | 'all',
): Promise<void> => insertLeft(trx, tasks, uids, timestamp(now));

/** For a task that is deleted or that a team no longer has: calendars of the team and the project show it as cancelled. */
export async function rememberRemoved(trx: Trx, now: Date, task: Removed, tid: string | null): Promise<void> {
  const { id: task_id, pid, title, starts_at, ends_at, revision } = task;
  const removed_at = timestamp(now);
  await insertRemoved(trx, { task_id, tid: tid ?? '', pid, title, starts_at, ends_at, revision, removed_at });
}

/** For tasks that are deleted together, with one statement. */
export async function rememberAllRemoved(
  trx: Trx,
  now: Date,
  tasks: readonly (Removed & { tid: string | null })[],
): Promise<void> {
  const removed_at = timestamp(now);
  await insertAllRemoved(
    trx,
    tasks.map(({ id: task_id, tid, pid, title, starts_at, ends_at, revision }) => ({
      task_id,
      tid: tid ?? '',
      pid,
      title,
      starts_at,
      ends_at,
      revision,
      removed_at,
    })),
  );
}

/** 30 days after the end of the task, calendars have seen that it was cancelled. */
export const deleteExpiredRemovals = (trx: Trx, now: string): Promise<void> =>
  deleteOldRemovals(trx, timestamp(addSeconds(new Date(now), -keptSeconds)));
