import type { Trx } from '../../../db/db.ts';
import { addSeconds, timestamp } from '../../../lib/clock.ts';
import { record } from '../../audit/audit.service.ts';
import { notify } from '../../notices/notify.service.ts';
import { failingSeconds, isDelivered, isGone, pauseAfter } from '../webhooks.policy.ts';
import { hostOf } from '../webhooks.service.ts';
import {
  clearFailing,
  disableWebhook,
  listActiveOf,
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
  const delivered = webhooksOf(attempts, isDelivered);
  const gone = webhooksOf(attempts, isGone);
  const failed = webhooksOf(attempts, (outcome) => !isDelivered(outcome)).difference(delivered);
  await clearFailing(trx, [...delivered].toSorted());
  await setFailing(trx, [...failed].toSorted(), at);
  for (const id of [...gone].toSorted()) await disable(trx, now, id, 'gone');
  const lastingSince = timestamp(addSeconds(now, -failingSeconds));
  for (const { id } of await listFailingSince(trx, [...failed], lastingSince)) await disable(trx, now, id, 'failing');
}

const webhooksOf = (attempts: readonly Attempt[], isWanted: (outcome: string) => boolean): Set<string> =>
  new Set(attempts.filter(({ outcome }) => isWanted(outcome)).map(({ webhook_id: id }) => id));

const idsOf = (attempts: readonly Attempt[]): string[] => attempts.map(({ id }) => id);

async function recordFailures(trx: Trx, now: Date, outcome: string, attempts: readonly Attempt[]): Promise<void> {
  for (const [count, some] of Map.groupBy(attempts, (one) => one.attempts)) {
    const pause = pauseAfter(count);
    const dueAt = pause === undefined ? null : timestamp(addSeconds(now, pause));
    await markFailed(trx, idsOf(some), { now: timestamp(now), outcome, dueAt });
  }
}

/** Disables what one person has set up: they may no longer use it. */
export async function disableWebhooksOf(trx: Trx, now: Date, uid: string): Promise<void> {
  for (const { id } of await listActiveOf(trx, uid)) await disable(trx, now, id, 'not_allowed');
}

/** Switches a webhook off and notifies the owners. Does nothing if another process was faster. */
export async function disable(
  trx: Trx,
  now: Date,
  id: string,
  reason: 'failing' | 'gone' | 'not_allowed',
): Promise<void> {
  const webhook = await disableWebhook(trx, id, timestamp(now), reason);
  if (webhook === undefined) return;
  const { pid, url } = webhook;
  const title = hostOf(url);
  await dropWaiting(trx, id);
  await record(trx, now, { actor: null, kind: 'webhook.disabled', subject: id, pid, detail: { title, reason } });
  const owners = await listOwners(trx, pid);
  await notify(
    trx,
    { actor: null, now },
    owners.map((uid) => ({ kind: 'webhook.disabled', uid, pid, subject: id, values: { what: title } })),
  );
}
