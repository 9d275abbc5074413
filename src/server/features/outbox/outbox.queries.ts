import type { Insertable, Selectable } from 'kysely';
import { changedOne } from '../../db/changed-one.ts';
import type { Reader, Trx } from '../../db/db.ts';
import type { OutboxTable } from '../../db/tables.ts';

export type Job = Pick<Selectable<OutboxTable>, 'id' | 'kind' | 'lane' | 'payload' | 'due_at' | 'attempts'>;

/** A second job with the same key is ignored. */
export async function insertJobs(trx: Trx, rows: readonly Insertable<OutboxTable>[]): Promise<void> {
  await trx
    .insertInto('outbox')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

export async function knownKeys(trx: Trx, keys: readonly string[]): Promise<Set<string>> {
  const rows = await trx.selectFrom('outbox').select('key').where('key', 'in', keys).execute();
  return new Set(rows.map(({ key }) => key));
}

type Due = { now: string; latest: string; withoutKinds: readonly string[]; withoutLanes: readonly string[] };

/**
 * Jobs that were never tried are always due. So are jobs due after `latest`: no retry waits that long, so the clock was
 * set back.
 */
export const dueJobs = (
  read: Reader,
  { now, latest, withoutKinds, withoutLanes }: Due,
  limit: number,
): Promise<Job[]> =>
  read
    .selectFrom('outbox')
    .select(['id', 'kind', 'lane', 'payload', 'due_at', 'attempts'])
    .where('done_at', 'is', null)
    .where('dead_at', 'is', null)
    .$if(withoutKinds.length > 0, (query) => query.where('kind', 'not in', withoutKinds))
    .$if(withoutLanes.length > 0, (query) =>
      query.where((eb) => eb.or([eb('lane', 'is', null), eb('lane', 'not in', withoutLanes)])),
    )
    .where((eb) => eb.or([eb('due_at', '<=', now), eb('attempts', '=', 0), eb('due_at', '>', latest)]))
    .orderBy('due_at')
    .limit(limit)
    .execute();

/** True for one worker only: the others no longer find the row as they read it. */
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

/** Clears the payload, which may contain a secret. */
export async function finishJob(trx: Trx, id: string, now: string): Promise<void> {
  await trx.updateTable('outbox').set({ done_at: now, payload: '', last_error: null }).where('id', '=', id).execute();
}

export async function postponeJob(trx: Trx, id: string, dueAt: string, error: string): Promise<void> {
  await trx.updateTable('outbox').set({ due_at: dueAt, last_error: error }).where('id', '=', id).execute();
}

export async function markJobDead(trx: Trx, id: string, now: string, error: string): Promise<void> {
  await trx.updateTable('outbox').set({ dead_at: now, last_error: error }).where('id', '=', id).execute();
}

/** For a job that must not be tried again. The payload is cleared: it is no longer needed. */
export async function discardJob(trx: Trx, id: string, now: string, error: string): Promise<void> {
  await trx.updateTable('outbox').set({ dead_at: now, last_error: error, payload: '' }).where('id', '=', id).execute();
}

export async function deleteDoneJobs(trx: Trx, doneBefore: string): Promise<void> {
  await trx.deleteFrom('outbox').where('done_at', '<', doneBefore).execute();
}
