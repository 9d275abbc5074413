import type { Trx } from '../../../db/db.ts';
import { addSeconds, timestamp } from '../../../lib/clock.ts';
import { notify } from '../../notices/notify.service.ts';
import { failingSeconds, isDelivered, isGone, pauseAfter } from '../webhooks.policy.ts';
import {
  clearFailing,
  disableWebhook,
  dropWaiting,
  listFailingSince,
  listOwners,
  markDelivered,
  markFailed,
  setFailing,
} from './deliveries.queries.ts';
import type { ClaimedDelivery } from './deliveries.queries.ts';

export type Attempt = Pick<ClaimedDelivery, 'id' | 'webhook_id' | 'attempts'> & { outcome: string };

/** Records the results of any number of attempts, with a statement for each kind of result. */
export async function recordAttempts(trx: Trx, now: Date, attempts: readonly Attempt[]): Promise<void> {
  const at = timestamp(now);
  for (const [outcome, some] of Map.groupBy(attempts, (one) => one.outcome)) {
    if (isDelivered(outcome)) await markDelivered(trx, idsOf(some), { now: at, outcome });
    else await recordFailures(trx, now, outcome, some);
  }
  const [good, bad] = [
    attempts.filter(({ outcome }) => isDelivered(outcome)),
    attempts.filter(({ outcome }) => !isDelivered(outcome)),
  ];
  const delivered = new Set(good.map(({ webhook_id }) => webhook_id));
  const failed = [...new Set(bad.map(({ webhook_id }) => webhook_id))].filter((id) => !delivered.has(id)).toSorted();
  await clearFailing(trx, [...delivered].toSorted());
  if (failed.length === 0) return;
  await setFailing(trx, failed, at);
  await disableFailing(trx, now, failed, bad);
}

const idsOf = (attempts: readonly Attempt[]): string[] => attempts.map(({ id }) => id);

async function recordFailures(trx: Trx, now: Date, outcome: string, attempts: readonly Attempt[]): Promise<void> {
  for (const [count, some] of Map.groupBy(attempts, (one) => one.attempts)) {
    const pause = pauseAfter(count);
    const dueAt = pause === undefined ? null : timestamp(addSeconds(now, pause));
    await markFailed(trx, idsOf(some), { now: timestamp(now), outcome, dueAt });
  }
}

/** Switches off webhooks that are gone or have failed for days, and tells the owners. */
async function disableFailing(trx: Trx, now: Date, failed: readonly string[], bad: readonly Attempt[]): Promise<void> {
  const gone = new Set(bad.filter(({ outcome }) => isGone(outcome)).map(({ webhook_id }) => webhook_id));
  const long = await listFailingSince(trx, failed, timestamp(addSeconds(now, -failingSeconds)));
  for (const id of new Set([...failed.filter((one) => gone.has(one)), ...long.map((one) => one.id)])) {
    const webhook = await disableWebhook(trx, id, timestamp(now), gone.has(id) ? 'gone' : 'failing');
    if (webhook === undefined) continue;
    await dropWaiting(trx, id);
    const about = { pid: webhook.pid, subject: id, values: { what: new URL(webhook.url).host } };
    const owners = await listOwners(trx, webhook.pid);
    await notify(
      trx,
      { actor: null, now },
      owners.map((uid) => ({ kind: 'webhook.disabled', uid, ...about })),
    );
  }
}
