import { setImmediate as turn } from 'node:timers/promises';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { timestamp } from '../../../lib/clock.ts';
import { recordAll } from '../../audit/audit.service.ts';
import {
  clearNotesOf,
  clearPaidBefore,
  clearTransfersBefore,
  countAccountsBefore,
  countEndedUnpaid,
  countPaidBefore,
  deleteEndedUnpaid,
  deleteUnpaidOf,
  eraseAccountsBefore,
  listClaimsOf,
  listFilesOf,
  listLinesOf,
  listStepsOf,
} from './keeping.queries.ts';

/** For the person's own export. Receipts are downloaded one by one. */
export async function exportClaims(read: Reader, uid: string) {
  const claims = await listClaimsOf(read, uid);
  const [lines, files, steps] = [
    await listLinesOf(read, uid),
    await listFilesOf(read, uid),
    await listStepsOf(read, uid),
  ];
  const known = new Set(claims.map(({ id }) => id));
  const of = <T extends { claim_id: string }>(rows: readonly T[], id: string) =>
    rows.filter(({ claim_id }) => claim_id === id).map(({ claim_id: _claim, ...row }) => row);
  return {
    claims: claims.map((claim) => ({
      ...claim,
      lines: of(lines, claim.id),
      files: of(files, claim.id),
      steps: of(steps, claim.id),
    })),
    claim_decisions: steps
      .filter(({ claim_id }) => !known.has(claim_id))
      .map(({ claim_id: claim, ...row }) => ({ claim, ...row })),
  };
}

/**
 * What was not paid is deleted with its receipts. What was paid is an entry in the books: it stays with its receipts, without
 * the person and what was written about it, until the receipts are erased as well.
 */
export async function eraseClaims(trx: Trx, uid: string): Promise<void> {
  await deleteUnpaidOf(trx, uid);
  await clearNotesOf(trx, uid);
}

type Job = { db: Db; now: Date; dryRun: boolean; signal?: AbortSignal };
export type ExpiredClaims = { claims: number };

const batchSize = 100;

/** Claims that came to nothing, with their receipts, some time after the last change. */
export const expireUnpaidClaims = (job: Job, cutoff: Date): AsyncGenerator<ExpiredClaims> =>
  inBatches(job, cutoff, 'claims.expired', countEndedUnpaid, deleteEndedUnpaid);

/** Receipts of claims that were paid so long ago. The amounts stay. */
export async function* expireReceipts(job: Job, cutoff: Date): AsyncGenerator<ExpiredClaims> {
  yield* inBatches(job, cutoff, 'receipts.expired', countPaidBefore, clearPaidBefore);
  if (!job.dryRun) await job.db.transaction((trx) => clearTransfersBefore(trx, timestamp(cutoff)));
}

async function* inBatches(
  { db, now, dryRun, signal }: Job,
  cutoff: Date,
  kind: 'claims.expired' | 'receipts.expired',
  count: (read: Reader, before: string) => Promise<number>,
  erase: (trx: Trx, before: string, limit: number) => Promise<{ pid: string }[]>,
): AsyncGenerator<ExpiredClaims> {
  const before = timestamp(cutoff);
  if (dryRun) {
    const claims = await count(db.read, before);
    if (claims > 0) yield { claims };
    return;
  }
  for (;;) {
    signal?.throwIfAborted();
    const rows = await db.transaction(async (trx) => {
      const erased = await erase(trx, before, batchSize);
      const byProject = [...Map.groupBy(erased, ({ pid }) => pid)];
      await recordAll(
        trx,
        now,
        byProject.map(([pid, { length: claims }]) => ({ actor: null, kind, subject: pid, pid, detail: { claims } })),
      );
      return erased;
    });
    if (rows.length > 0) yield { claims: rows.length };
    if (rows.length < batchSize) return;
    await turn();
  }
}

/** Bank accounts in payouts that were paid: they were only needed to pay. Returns how many payouts. */
export const expireAccounts = ({ db, now, dryRun }: Job, cutoff: Date): Promise<number> =>
  dryRun
    ? countAccountsBefore(db.read, timestamp(cutoff))
    : db.transaction((trx) => eraseAccountsBefore(trx, timestamp(cutoff), timestamp(now)));
