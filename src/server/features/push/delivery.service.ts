import type { Config } from '../../config.ts';
import type { Db, Trx } from '../../db/db.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { createGuardedFetch, FetchFailed } from '../../lib/outgoing/guarded-fetch.ts';
import type { GuardedFetch } from '../../lib/outgoing/guarded-fetch.ts';
import { addressIn } from '../../lib/mailer.ts';
import type { Keyring } from '../../lib/seal.ts';
import { encryptForBrowser } from '../../lib/web-push/encryption.ts';
import { vapidHeader } from '../../lib/web-push/vapid.ts';
import { FinalFailure } from '../outbox/outbox.service.ts';
import type { JobHandlers, Outbox } from '../outbox/outbox.service.ts';
import { pushKeys } from './keys.service.ts';
import { deleteSubscription, findTarget, listIdsOf, markAccepted, markFailing } from './push.queries.ts';

const kind = 'push';
/** Fewer than the outbox has, so that slow push services do not hold up mail. */
const maxAtOnce = 5;
const timeoutMs = 10_000;
const maxResponseBytes = 1000;

/** What the service worker shows. `url` is a path of ours; a notification with the same `tag` replaces an earlier one. */
export type PushMessage = { title: string; body: string; url: string; tag: string };
/** About these notices. `until`: when it becomes useless. */
export type NewPush = { key: string; uid: string; notices: string[]; urgent: boolean; until: string };
/** `uid` is not known of those from before. */
export type Push = { subscription: string; uid?: string; notices: string[]; urgent: boolean; until: string };

export type PushQueue = ReturnType<typeof pushQueue>;

export const pushQueue = (outbox: Outbox) => ({
  /** One job per browser, so that one that fails is tried again alone. Two statements for any number. */
  addAll: async (trx: Trx, pushes: readonly NewPush[]): Promise<void> => {
    const browsers = Map.groupBy(await listIdsOf(trx, [...new Set(pushes.map(({ uid }) => uid))]), ({ uid }) => uid);
    const jobs = pushes.flatMap(({ key, uid, notices, urgent, until }) =>
      (browsers.get(uid) ?? []).map(({ id: subscription }) => {
        const payload: Push = { subscription, uid, notices, urgent, until };
        return { key: `push:${key}:${subscription}`, kind, payload };
      }),
    );
    await outbox.add(trx, jobs);
  },
});

type Base = { db: Db; clock: Clock; config: Config; keys: Keyring };
type Services = Base & { guardedFetch: GuardedFetch };

type Content = {
  /** What a notification says when it is sent; undefined if there is nothing to say any more. */
  compose: (push: Push, now: string) => Promise<PushMessage | undefined>;
  /** The push service has taken it. Whether it arrives is up to the device. */
  onAccepted: (trx: Trx, push: Push, now: string) => Promise<void>;
};

/** With connections of its own: other hosts are allowed than for webhooks and chats. */
export function pushHandlers({ db, clock, config, keys }: Base, { compose, onAccepted }: Content): JobHandlers {
  const guardedFetch = createGuardedFetch({ internalHosts: config.pushInternalHosts });
  const services = { db, clock, config, keys, guardedFetch };
  return {
    [kind]: {
      maxAtOnce,
      // A person can register push services that never answer, and would otherwise take all places.
      laneOf: (payload) => (isPush(payload) ? `push:${payload.uid ?? payload.subscription}` : ''),
      run: async (_id, payload) => {
        // An earlier version queued the text itself, and not which notices it is about.
        if (!isPush(payload)) return;
        const now = timestamp(clock.now());
        if (payload.until <= now) return;
        const target = await findTarget(db.read, payload.subscription, now);
        if (target === undefined) return;
        const message = await compose(payload, now);
        if (message === undefined || !(await deliver(services, { ...payload, message }, target))) return;
        await db.transaction((trx) => onAccepted(trx, payload, now));
      },
    },
  };
}

type Composed = Push & { message: PushMessage };
type Target = { endpoint: string; p256dh: string; auth: string };

/** False if the subscription has ended. */
async function deliver(services: Services, push: Composed, target: Target): Promise<boolean> {
  const { db, clock } = services;
  const id = push.subscription;
  const status = await send(services, push, target).catch(async (error: unknown) => {
    await db.transaction((trx) => markFailing(trx, id, timestamp(clock.now())));
    throw isRefused(error) ? new FinalFailure(error.code) : error;
  });
  const now = timestamp(clock.now());
  if (status >= 200 && status < 300) {
    await db.transaction((trx) => markAccepted(trx, id, now));
    return true;
  }
  // RFC 8030: the subscription has ended.
  if (status === 404 || status === 410) {
    await db.transaction((trx) => deleteSubscription(trx, id));
    return false;
  }
  await db.transaction((trx) => markFailing(trx, id, now));
  if (status === 408 || status === 429 || status >= 500)
    throw Object.assign(new Error('the push service is busy'), { code: `HTTP ${status}` });
  throw new FinalFailure(`HTTP ${status}`);
}

async function send(services: Services, { message, urgent, until }: Composed, target: Target): Promise<number> {
  const { clock, config, guardedFetch } = services;
  const now = clock.now();
  const { status } = await guardedFetch(target.endpoint, {
    method: 'POST',
    headers: {
      authorization: vapidHeader(await pushKeys(services), target.endpoint, contactOf(config), now),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(Math.ceil((Date.parse(until) - now.getTime()) / 1000)),
      topic: message.tag,
      urgency: urgent ? 'high' : 'normal',
    },
    body: encryptForBrowser(JSON.stringify(message), target),
    timeoutMs,
    maxResponseBytes,
  });
  return status;
}

/** The address is not one that we connect to: the name has changed since, or the operator's settings have. */
const isRefused = (error: unknown): error is FetchFailed =>
  error instanceof FetchFailed && ['not_public', 'not_https', 'invalid', 'has_credentials'].includes(error.code);

/** Whom push services ask if something is wrong with what we send. */
function contactOf({ baseUrl, mailFrom }: Config): string {
  if (baseUrl.startsWith('https:')) return baseUrl;
  return `mailto:${addressIn(mailFrom)}`;
}

const isPush = (payload: unknown): payload is Push =>
  typeof payload === 'object' && payload !== null && 'subscription' in payload && 'notices' in payload;
