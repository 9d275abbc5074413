import { setTimeout as sleep } from 'node:timers/promises';
import { ownerMakers } from '../../../auth/made-with.ts';
import type { Db } from '../../../db/db.ts';
import { addSeconds, minutes, timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { errorFields } from '../../../lib/error-fields.ts';
import { FetchFailed } from '../../../lib/outgoing/guarded-fetch.ts';
import type { GuardedFetch } from '../../../lib/outgoing/guarded-fetch.ts';
import { polling } from '../../../lib/polling.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { signedHeaders } from '../signing.policy.ts';
import { isDelivered } from '../webhooks.policy.ts';
import { secretsOf } from '../webhooks.service.ts';
import { claimDeliveries, listDue, listTargets } from './deliveries.queries.ts';
import type { ClaimedDelivery, Target } from './deliveries.queries.ts';
import { createDeliveries } from './feed.service.ts';
import { disable, recordAttempts } from './outcomes.service.ts';
import type { Attempt } from './outcomes.service.ts';

type Log = { error: (fields: object, message: string) => void };
type Options = {
  db: Db;
  clock: Clock;
  keys: Keyring;
  guardedFetch: GuardedFetch;
  log: Log;
  /** How many requests this process is serving. */
  requestsInProgress?: () => number;
};

const pollMs = 1000;
/** Longer than an attempt can take. A process that dies leaves its deliveries to others after this. */
const leaseSeconds = minutes(1);
const maxAtOnce = 64;
const maxPerWebhook = 8;
/** Endpoints that are slow or fail get one request at a time and share these slots, so that others do not wait. */
const maxSlow = 32;
const slowMs = 1000;
const recordEveryMs = 20;
/** How soon new deliveries are noticed while others are in progress. */
const lookAgainMs = 250;
/** While so many requests are being served, deliveries pause after each batch: people go first. */
const busyRequests = 4;
const busyPauseMs = 250;

/**
 * Sends deliveries, at least once and in any order. Any number of processes share the work: each claims what it sends.
 * Claims and results are written for many deliveries at a time.
 */
export function webhookWorker({ db, clock, keys, guardedFetch, log, requestsInProgress = () => 0 }: Options) {
  const madeByOwner = ownerMakers(db, clock);
  const busy = new Map<string, number>();
  const slow = new Set<string>();
  const inProgress = new Set<Promise<void>>();
  let attempts: Attempt[] = [];

  const underWayTo = (ids: Iterable<string>): number => [...ids].reduce((sum, id) => sum + (busy.get(id) ?? 0), 0);

  /** Webhooks that get no further request now. */
  const full = (): string[] => {
    const saturated = [...busy].flatMap(([id, count]) => (count >= maxPerWebhook || slow.has(id) ? [id] : []));
    return underWayTo(slow) >= maxSlow ? [...new Set([...saturated, ...slow])] : saturated;
  };

  /** Due deliveries for which there is a slot. */
  const choose = async (): Promise<string[]> => {
    const freeSlots = maxAtOnce - inProgress.size;
    if (freeSlots <= 0) return [];
    const due = await listDue(db.read, timestamp(clock.now()), full(), maxAtOnce);
    for (const { webhook_id, failing_since } of due) if (failing_since !== null) slow.add(webhook_id);
    const taken = new Map(busy);
    let slowSlots = maxSlow - underWayTo(slow);
    const chosen = due.filter(({ webhook_id: id }) => {
      const [isSlow, count] = [slow.has(id), taken.get(id) ?? 0];
      if (count >= (isSlow ? 1 : maxPerWebhook) || (isSlow && slowSlots <= 0)) return false;
      if (isSlow) slowSlots -= 1;
      taken.set(id, count + 1);
      return true;
    });
    return chosen.slice(0, freeSlots).map(({ id }) => id);
  };

  const attempt = async (delivery: ClaimedDelivery, target: Target): Promise<void> => {
    const { id, webhook_id, body } = delivery;
    const startedAt = performance.now();
    const outcome = await post(guardedFetch, keys, clock.now(), target, delivery, body).catch((error: unknown) => {
      log.error({ err: errorFields(error), webhook: webhook_id }, 'webhook delivery failed');
      return 'internal';
    });
    if (performance.now() - startedAt > slowMs || !isDelivered(outcome)) slow.add(webhook_id);
    else slow.delete(webhook_id);
    attempts.push({ id, webhook_id, attempts: delivery.attempts, outcome });
  };

  const begin = (delivery: ClaimedDelivery, target: Target): void => {
    const { webhook_id: id } = delivery;
    busy.set(id, (busy.get(id) ?? 0) + 1);
    const work = attempt(delivery, target).finally(() => {
      inProgress.delete(work);
      const left = (busy.get(id) ?? 1) - 1;
      if (left === 0) busy.delete(id);
      else busy.set(id, left);
    });
    inProgress.add(work);
  };

  /** Switches off those of people who no longer are owners. Another owner can switch them on again. */
  const stillAllowed = async (targets: readonly Target[]): Promise<Target[]> => {
    const allowed: Target[] = [];
    for (const target of targets) {
      const { id, pid, created_by: uid, made_with } = target;
      if (await madeByOwner(pid, { uid, made_with })) allowed.push(target);
      else await db.transaction((trx) => disable(trx, clock.now(), id, 'not_allowed'));
    }
    return allowed;
  };

  /** Returns how many were started. */
  const startDue = async (): Promise<number> => {
    const ids = await choose();
    if (ids.length === 0) return 0;
    const now = clock.now();
    const claimed = await db.transaction((trx) =>
      claimDeliveries(trx, ids, timestamp(now), timestamp(addSeconds(now, leaseSeconds))),
    );
    if (claimed.length === 0) return 0;
    const targets = await listTargets(db.read, [...new Set(claimed.map(({ webhook_id }) => webhook_id))]);
    const byId = new Map((await stillAllowed(targets)).map((target) => [target.id, target]));
    for (const delivery of claimed) {
      const target = byId.get(delivery.webhook_id);
      if (target !== undefined) begin(delivery, target);
    }
    return claimed.length;
  };

  const recordResults = async (): Promise<void> => {
    if (attempts.length === 0) return;
    const some = attempts;
    attempts = [];
    await db.transaction((trx) => recordAttempts(trx, clock.now(), some));
  };

  /** Until nothing is due any more. What is in progress when the process stops is tried again after its lease. */
  const drain = async (isEnough = isStopping): Promise<void> => {
    while (!isEnough()) {
      const created = await createDeliveries({ db, clock });
      const started = await startDue();
      if (inProgress.size > 0) await someResults(inProgress);
      await recordResults();
      if (requestsInProgress() >= busyRequests) await sleep(busyPauseMs);
      if (created + started + inProgress.size === 0) return;
    }
  };

  const { isStopping, start, stop } = polling(() => drain(), {
    everyMs: pollMs,
    log,
    failure: 'cannot read webhook deliveries',
  });

  return { drain, start, stop };
}

/** Waits for the first result, and a little longer so that more can be recorded with it; not long for slow endpoints. */
async function someResults(inProgress: ReadonlySet<Promise<void>>): Promise<void> {
  const all = Promise.all(inProgress);
  await Promise.race([...inProgress, sleep(lookAgainMs)]);
  await Promise.race([all, sleep(recordEveryMs)]);
}

/** `http_` and the status, or why there is none; nothing of the URL or the response. */
async function post(
  guardedFetch: GuardedFetch,
  keys: Keyring,
  now: Date,
  target: Target,
  { id }: ClaimedDelivery,
  body: string,
): Promise<string> {
  const atSeconds = Math.floor(now.getTime() / 1000);
  const headers = signedHeaders(secretsOf(keys, target, timestamp(now)), { id, body, atSeconds });
  try {
    const { status } = await guardedFetch(target.url, { method: 'POST', headers, body, maxResponseBytes: 1024 });
    return `http_${status}`;
  } catch (error) {
    if (error instanceof FetchFailed) return error.code;
    throw error;
  }
}
