import { setImmediate as turn } from 'node:timers/promises';
import type { Db } from '../../../db/db.ts';
import { timestamp } from '../../../lib/clock.ts';
import { record } from '../../audit/audit.service.ts';
import { countEnded, deleteEnded } from './code-lists.queries.ts';

type Job = { db: Db; now: Date; dryRun: boolean; signal?: AbortSignal };
export type ExpiredCodes = { pid: string; codes: number };

const batchSize = 500;

/** Deletes the codes of lists some time after the event. The audit entry keeps how many there were. */
export async function* expireCodes({ db, now, dryRun, signal }: Job, before: Date): AsyncGenerator<ExpiredCodes> {
  const at = timestamp(before);
  const cutoff = { at, day: at.slice(0, 10) };
  for (const { id, pid, name, codes } of await countEnded(db.read, cutoff)) {
    for (let left = dryRun ? 0 : codes; left > 0; await turn()) {
      signal?.throwIfAborted();
      left = await db.transaction(async (trx) => {
        const count = await deleteEnded(trx, id, cutoff, batchSize);
        const detail = { title: name, codes: count };
        if (count > 0) await record(trx, now, { actor: null, kind: 'codes.expired', subject: id, pid, detail });
        return count;
      });
    }
    yield { pid, codes };
  }
}
