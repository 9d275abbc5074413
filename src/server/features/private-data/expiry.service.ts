import { setImmediate as turn } from 'node:timers/promises';
import type { Db } from '../../db/db.ts';
import { timestamp } from '../../lib/clock.ts';
import { firstIdOf } from '../../lib/secrets.ts';
import { recordAll } from '../audit/audit.service.ts';
import { lockPeople } from '../people/people.service.ts';
import { countPrivate, deletePrivate, idleAmong, peopleWithPrivate } from './expiry.queries.ts';
import type { Since } from './expiry.queries.ts';

type Job = { db: Db; now: Date; dryRun: boolean; signal?: AbortSignal };
export type ExpiredPeople = { people: number; rows: number };

const batchSize = 100;

/** Deletes private data of people who have been inactive since then, in batches. */
export async function* expirePrivateData(
  { db, now, dryRun, signal }: Job,
  cutoff: Date,
): AsyncGenerator<ExpiredPeople> {
  const since = { at: timestamp(cutoff), firstId: firstIdOf(cutoff) };
  let after = '';
  for (;;) {
    signal?.throwIfAborted();
    const uids = await peopleWithPrivate(db.read, after, batchSize);
    if (uids.length === 0) return;
    const idle = await idleAmong(db.read, uids, since);
    if (idle.length > 0) {
      const rows = dryRun ? await countPrivate(db.read, idle) : await erase(db, now, idle, since);
      if (rows > 0) yield { people: idle.length, rows };
    }
    after = uids.at(-1) ?? after;
    // SQLite is synchronous, so give requests a turn.
    await turn();
  }
}

/** Checks again with the people locked: those who have just come back keep their data. */
const erase = (db: Db, now: Date, uids: readonly string[], since: Since): Promise<number> =>
  db.transaction(async (trx) => {
    await lockPeople(trx, uids);
    const idle = await idleAmong(trx, uids, since);
    if (idle.length === 0) return 0;
    const gone = Map.groupBy(await deletePrivate(trx, idle), ({ uid }) => uid);
    const entries = [...gone].map(([subject, rows]) => ({
      actor: null,
      kind: 'private.expired' as const,
      subject,
      detail: {
        kinds: rows
          .map(({ kind }) => kind)
          .toSorted()
          .join(' '),
      },
    }));
    await recordAll(trx, now, entries);
    return [...gone.values()].flat().length;
  });
