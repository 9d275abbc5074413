import type { Insertable, Selectable } from 'kysely';
import { changedOne } from '../../db/changed-one.ts';
import type { Reader, Trx } from '../../db/db.ts';
import type { OutboxTable } from '../../db/tables.ts';

export type Job = Pick<Selectable<OutboxTable>, 'id' | 'kind' | 'payload' | 'due_at' | 'attempts'>;

/** The unique key makes a second request for the same job a no-op. */
export async function insertJobs(trx: Trx, rows: readonly Insertable<OutboxTable>[]): Promise<void> {
  await trx
    .insertInto('outbox')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/**
 * What was never tried is due whatever the clock says, and what waits until after `latest` as well: nothing is set back that
 * far, so the clock has been since.
 */
export const dueJobs = (
  read: Reader,
  { now, latest }: { now: string; latest: string },
  limit: number,
): Promise<Job[]> =>
  read
    .selectFrom('outbox')
    .select(['id', 'kind', 'payload', 'due_at', 'attempts'])
    .where('done_at', 'is', null)
    .where('dead_at', 'is', null)
    .where((eb) => eb.or([eb('due_at', '<=', now), eb('attempts', '=', 0), eb('due_at', '>', latest)]))
    .orderBy('due_at')
    .limit(limit)
    .execute();

/** Of all workers that saw the job, one moves its due time; for the others it is no longer what they saw. */
export async function claimJob(trx: Trx, job: Job, leaseEnds: string): Promise<boolean> {
  return changedOne(
    trx
      .updateTable('outbox')
      .set({ due_at: leaseEnds, attempts: job.attempts + 1 })
      .where('id', '=', job.id)
      .where('due_at', '=', job.due_at)
      .where('attempts', '=', job.attempts)
      .where('done_at', 'is', null),
  );
}

/** What was sent is not kept: it may hold a secret. */
export async function finishJob(trx: Trx, id: string, now: string): Promise<void> {
  await trx.updateTable('outbox').set({ done_at: now, payload: '', last_error: null }).where('id', '=', id).execute();
}

export async function postponeJob(trx: Trx, id: string, dueAt: string, error: string): Promise<void> {
  await trx.updateTable('outbox').set({ due_at: dueAt, last_error: error }).where('id', '=', id).execute();
}

export async function buryJob(trx: Trx, id: string, now: string, error: string): Promise<void> {
  await trx.updateTable('outbox').set({ dead_at: now, last_error: error }).where('id', '=', id).execute();
}

export async function deleteDoneJobs(trx: Trx, doneBefore: string): Promise<void> {
  await trx.deleteFrom('outbox').where('done_at', '<', doneBefore).execute();
}
