import type { Db, Trx } from '../../../db/db.ts';
import { chunksOf } from '../../../lib/chunks.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { newIds } from '../../../lib/secrets.ts';
import { presentChange } from '../../changes/changes.service.ts';
import type { Change } from '../../changes/changes.schema.ts';
import { kindsOf } from '../webhooks.service.ts';
import {
  findPosition,
  hasActive,
  insertDeliveries,
  listNewChanges,
  listReceivers,
  lockPosition,
  movePosition,
} from './feed.queries.ts';

type Services = { db: Db; clock: Clock };

const batchSize = 500;

/**
 * Creates a delivery for each new change and each webhook that wants it. Not in the transaction of the change: a write
 * costs the same however many webhooks there are. Returns how many changes were looked at.
 */
export async function createDeliveries({ db, clock }: Services): Promise<number> {
  const position = await findPosition(db.read);
  if (position === undefined || !(await hasActive(db.read))) return 0;
  const upTo = await db.handle.changes.completeUpTo();
  if (upTo <= position) return 0;
  return db.transaction(async (trx) => {
    const after = (await lockPosition(trx)) ?? upTo;
    const changes = await listNewChanges(trx, after, upTo, batchSize);
    const last = changes.length < batchSize ? upTo : (changes.at(-1)?.seq ?? upTo);
    if (last > after) await movePosition(trx, last);
    await fanOut(trx, clock.now(), changes);
    return changes.length;
  });
}

type ChangeRow = Awaited<ReturnType<typeof listNewChanges>>[number];

async function fanOut(trx: Trx, now: Date, changes: readonly ChangeRow[]): Promise<void> {
  const pids = [...new Set(changes.flatMap(({ pid }) => (pid === null ? [] : [pid])))];
  if (pids.length === 0) return;
  const receivers = Map.groupBy(await listReceivers(trx, pids), ({ pid }) => pid);
  const wanted = changes.flatMap((change) => {
    const matching = (receivers.get(change.pid ?? '') ?? []).filter(
      ({ kinds, active_since }) => change.at >= active_since && wants(kindsOf(kinds), change.kind),
    );
    if (matching.length === 0) return [];
    const data = presentChange(change);
    const content = { kind: data.kind, body: bodyOf(data), uid: data.subject.uid ?? null };
    return matching.map(({ id }) => ({ ...content, webhook_id: id }));
  });
  const at = timestamp(now);
  const ids = newIds(now, wanted.length);
  const rows = wanted.map((one, index) => ({ ...one, id: ids[index] ?? '', created_at: at, due_at: at }));
  for (const some of chunksOf(rows)) await insertDeliveries(trx, some);
}

const wants = (kinds: readonly string[], kind: string): boolean => kinds.length === 0 || kinds.includes(kind);

/** As Standard Webhooks recommends. The data are those of the change feed: identifiers, no personal data. */
const bodyOf = (data: Change): string => JSON.stringify({ type: data.kind, timestamp: data.at, data });
