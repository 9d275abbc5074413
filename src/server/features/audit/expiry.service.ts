import { setImmediate as turn } from 'node:timers/promises';
import type { Db } from '../../db/db.ts';
import { firstIdOf } from '../../lib/secrets.ts';
import { countAuditBefore, deleteAuditBefore } from './audit.queries.ts';
import { record } from './audit.service.ts';

type Job = { db: Db; now: Date; dryRun: boolean; signal?: AbortSignal };
type Cutoffs = { most: Date; privateReads: Date };

const batchSize = 1000;

/** Deletes old entries in batches, oldest first. That entries were deleted is an entry of its own. */
export async function expireAudit(job: Job, { most, privateReads }: Cutoffs): Promise<number> {
  const entries = (await expireBefore(job, most, false)) + (await expireBefore(job, privateReads, true));
  if (entries > 0 && !job.dryRun) {
    const entry = { actor: null, kind: 'audit.expired' as const, subject: 'audit', detail: { entries } };
    await job.db.transaction((trx) => record(trx, job.now, entry));
  }
  return entries;
}

async function expireBefore({ db, dryRun, signal }: Job, cutoff: Date, privateReads: boolean): Promise<number> {
  const first = firstIdOf(cutoff);
  if (dryRun) return countAuditBefore(db.read, first, privateReads);
  for (let total = 0; ; await turn()) {
    signal?.throwIfAborted();
    const deleted = await db.transaction((trx) => deleteAuditBefore(trx, first, privateReads, batchSize));
    total += deleted;
    if (deleted < batchSize) return total;
  }
}
