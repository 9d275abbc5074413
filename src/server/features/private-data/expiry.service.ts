import { setImmediate as turn } from 'node:timers/promises';
import type { Db, Trx } from '../../db/db.ts';
import { addSeconds, days, timestamp } from '../../lib/clock.ts';
import { firstIdOf } from '../../lib/secrets.ts';
import { recordAll } from '../audit/audit.service.ts';
import { lockPeople } from '../people/people.service.ts';
import {
  countPrivate,
  deletePrivate,
  idleAmong,
  peopleWithPastEmergency,
  peopleWithPrivate,
  pastEmergencyAmong,
} from './expiry.queries.ts';
import type { Since } from './expiry.queries.ts';
import type { PrivateKind } from './private.schema.ts';

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

/** How long after their last event the emergency contacts of people are kept. */
export const emergencySeconds = days(30);

/** Deletes emergency contacts of people whose events are over, in batches. */
export async function* expireEmergencyContacts({ db, now, dryRun, signal }: Job): AsyncGenerator<ExpiredPeople> {
  const before = timestamp(addSeconds(now, -emergencySeconds));
  for (let after = ''; ;) {
    signal?.throwIfAborted();
    const uids = await peopleWithPastEmergency(db.read, before, after, batchSize);
    if (uids.length === 0) return;
    const rows = dryRun ? uids.length : await eraseEmergencies(db, now, uids, before);
    if (rows > 0) yield { people: rows, rows };
    after = uids.at(-1) ?? after;
    await turn();
  }
}

/** Checks again with the people locked: they may have joined another event. */
const eraseEmergencies = (db: Db, now: Date, uids: readonly string[], before: string): Promise<number> =>
  db.transaction(async (trx) => {
    await lockPeople(trx, uids);
    return erasePrivate(trx, now, await pastEmergencyAmong(trx, uids, before), 'emergency');
  });

/** Checks again with the people locked: those who have just come back keep their data. */
const erase = (db: Db, now: Date, uids: readonly string[], since: Since): Promise<number> =>
  db.transaction(async (trx) => {
    await lockPeople(trx, uids);
    return erasePrivate(trx, now, await idleAmong(trx, uids, since));
  });

async function erasePrivate(trx: Trx, now: Date, uids: readonly string[], only?: PrivateKind): Promise<number> {
  if (uids.length === 0) return 0;
  const gone = Map.groupBy(await deletePrivate(trx, uids, only), ({ uid }) => uid);
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
}
