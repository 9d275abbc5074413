import type { Config } from '../../config.ts';
import type { Db, Trx } from '../../db/db.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { createGuardedFetch, FetchFailed } from '../../lib/outgoing/guarded-fetch.ts';
import type { GuardedFetch } from '../../lib/outgoing/guarded-fetch.ts';
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
/** `until`: when it becomes useless. The push service replaces what has the same tag and was not delivered yet. */
export type NewPush = { key: string; uid: string; message: PushMessage; urgent: boolean; until: string };
type Push = { subscription: string; message: PushMessage; urgent: boolean; until: string };

export type PushQueue = ReturnType<typeof pushQueue>;

export const pushQueue = (outbox: Outbox) => ({
  /** One job per browser, so that one which does not answer delays no other. Two statements for any number. */
  addAll: async (trx: Trx, pushes: readonly NewPush[]): Promise<void> => {
    const browsers = Map.groupBy(await listIdsOf(trx, [...new Set(pushes.map(({ uid }) => uid))]), ({ uid }) => uid);
    const jobs = pushes.flatMap(({ key, uid, message, urgent, until }) =>
      (browsers.get(uid) ?? []).map(({ id: subscription }) => {
        const payload: Push = { subscription, message, urgent, until };
        return { key: `push:${key}:${subscription}`, kind, payload };
      }),
    );
    await outbox.add(trx, jobs);
  },
});

type Base = { db: Db; clock: Clock; config: Config; keys: Keyring };
type Services = Base & { guardedFetch: GuardedFetch };

/** With connections of its own: other hosts are allowed than for webhooks and chats. */
export const pushHandlers = ({ db, clock, config, keys }: Base): JobHandlers =>
  handlersWith({
    db,
    clock,
    config,
    keys,
    guardedFetch: createGuardedFetch({ internalHosts: config.pushInternalHosts }),
  });

const handlersWith = (services: Services): JobHandlers => ({
  [kind]: {
    maxAtOnce,
    laneOf: (payload) => (isPush(payload) ? `push:${payload.subscription}` : ''),
    run: async (_id, payload) => {
      if (!isPush(payload)) throw new Error('the payload is not a push message');
      const { db, clock } = services;
      const now = timestamp(clock.now());
      if (payload.until <= now) return;
      const target = await findTarget(db.read, payload.subscription, now);
      if (target !== undefined) await deliver(services, payload, target);
    },
  },
});

type Target = { endpoint: string; p256dh: string; auth: string };

async function deliver(services: Services, push: Push, target: Target): Promise<void> {
  const { db, clock } = services;
  const id = push.subscription;
  const status = await send(services, push, target).catch(async (error: unknown) => {
    await db.transaction((trx) => markFailing(trx, id, timestamp(clock.now())));
    throw isRefused(error) ? new FinalFailure(error.code) : error;
  });
  const now = timestamp(clock.now());
  if (status >= 200 && status < 300) return db.transaction((trx) => markAccepted(trx, id, now));
  // RFC 8030: the subscription has ended.
  if (status === 404 || status === 410) return db.transaction((trx) => deleteSubscription(trx, id));
  await db.transaction((trx) => markFailing(trx, id, now));
  if (status === 408 || status === 429 || status >= 500)
    throw Object.assign(new Error('the push service is busy'), { code: `HTTP ${status}` });
  throw new FinalFailure(`HTTP ${status}`);
}

async function send(services: Services, { message, urgent, until }: Push, target: Target): Promise<number> {
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
  return `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`;
}

const isPush = (payload: unknown): payload is Push =>
  typeof payload === 'object' && payload !== null && 'subscription' in payload && 'message' in payload;
