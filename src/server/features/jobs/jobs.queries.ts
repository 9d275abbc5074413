import { changedOne } from '../../db/changed-one.ts';
import type { Reader, Trx } from '../../db/db.ts';

export const listScheduledJobs = (read: Reader) =>
  read
    .selectFrom('chores')
    .select(['name', 'claimed_until', 'good_at', 'failed_at', 'failures', 'last_error'])
    .execute();

export type JobRow = Awaited<ReturnType<typeof listScheduledJobs>>[number];

export async function insertScheduledJobs(trx: Trx, names: readonly string[]): Promise<void> {
  await trx
    .insertInto('chores')
    .values(names.map((name) => ({ name })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** True for one process only: the others no longer find the row as they read it. */
export async function claimScheduledJob(trx: Trx, seen: JobRow, until: string): Promise<boolean> {
  return changedOne(
    trx
      .updateTable('chores')
      .set({ claimed_until: until })
      .where('name', '=', seen.name)
      .where('failures', '=', seen.failures)
      .where('claimed_until', seen.claimed_until === null ? 'is' : '=', seen.claimed_until)
      .where('good_at', seen.good_at === null ? 'is' : '=', seen.good_at),
  );
}

type Outcome = { claimed_until: string | null; good_at?: string; failed_at?: string; last_error?: string | null };

/** False if another process has taken over the claim; it then reports the outcome. */
export async function updateClaim(trx: Trx, name: string, claim: string, outcome: Outcome): Promise<boolean> {
  return changedOne(
    trx
      .updateTable('chores')
      .set((eb) => ({ ...outcome, failures: eb('failures', '+', outcome.failed_at === undefined ? 0 : 1) }))
      .where('name', '=', name)
      .where('claimed_until', '=', claim),
  );
}
