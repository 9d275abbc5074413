import { pagePath } from '../../../shared/pages.ts';
import { translateTo } from '../../../locales/server-texts.ts';
import { makersRole } from '../../auth/makers.ts';
import type { Db, Trx } from '../../db/db.ts';
import type { OutboxBase } from '../../feature.ts';
import { addSeconds, days, timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { FetchFailed } from '../../lib/outgoing/guarded-fetch.ts';
import type { GuardedFetch } from '../../lib/outgoing/guarded-fetch.ts';
import { unseal } from '../../lib/seal.ts';
import type { Keyring } from '../../lib/seal.ts';
import { record } from '../audit/audit.service.ts';
import { notify } from '../notices/notify.service.ts';
import { FinalFailure } from '../outbox/outbox.service.ts';
import type { JobHandlers, NewJob } from '../outbox/outbox.service.ts';
import { canManageChannel, isGone } from './chat.policy.ts';
import {
  disableChannel,
  findChannel,
  listActiveOf,
  listManagers,
  recordFailure,
  recordSuccess,
} from './chat.queries.ts';
import type { ChannelRow } from './chat.queries.ts';
import { bodyOf } from './message.policy.ts';
import type { ChatMessage } from './message.policy.ts';

const kind = 'chat';
const disableAfterSeconds = days(3);
/** So many outbox jobs run at a time for all channels: a slow chat must not hold up mail. */
const lanes = 4;

export const urlContext = (id: string): string => `chat:${id}:url`;

/** `until`: when the message becomes useless. */
type QueuedMessage = { channel: string; message: ChatMessage; until: string };

/** A job that sends a message, once per key. */
export const chatJob = (key: string, queued: QueuedMessage): NewJob => ({ key: `chat:${key}`, kind, payload: queued });

const isQueued = (payload: unknown): payload is QueuedMessage =>
  typeof payload === 'object' && payload !== null && 'channel' in payload && 'message' in payload && 'until' in payload;

type Services = { db: Db; clock: Clock; keys: Keyring; guardedFetch: GuardedFetch };

export const chatHandlers = (services: OutboxBase): JobHandlers => ({
  [kind]: {
    laneOf: (payload) => `chat:${isQueued(payload) ? laneOf(payload.channel) : 0}`,
    run: async (_id, payload) => {
      if (!isQueued(payload)) throw new Error('the payload is not a message');
      const channel = await findChannel(services.db.read, payload.channel);
      const isLate = payload.until <= timestamp(services.clock.now());
      if (channel === undefined || channel.disabled_at !== null || isLate) return;
      if (!(await mayStillSend(services, channel))) return;
      const outcome = await send(services, channel, payload.message);
      if (outcome === 'ok') return;
      if (await recordAndJudge(services, channel.id, outcome)) throw new FinalFailure(outcome);
      throw Object.assign(new Error('the message did not arrive'), { code: outcome });
    },
  },
});

/** Ids end with random characters. */
const laneOf = (id: string): number => (id.codePointAt(id.length - 1) ?? 0) % lanes;

/** Sends a message now. Returns `ok`, or why it did not arrive; never anything of the URL. */
async function send({ db, clock, keys, guardedFetch }: Services, channel: ChannelRow, message: ChatMessage) {
  const outcome = await post(guardedFetch, unseal(keys, urlContext(channel.id), channel.url), channel, message);
  if (outcome === 'ok') await db.transaction((trx) => recordSuccess(trx, channel.id, timestamp(clock.now())));
  return outcome;
}

async function post(guardedFetch: GuardedFetch, url: string, { format }: ChannelRow, message: ChatMessage) {
  try {
    const headers = { 'content-type': 'application/json' };
    const { status } = await guardedFetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(bodyOf(format, message)),
    });
    return status >= 200 && status < 300 ? 'ok' : `http_${status}`;
  } catch (error) {
    if (error instanceof FetchFailed) return error.code;
    throw error;
  }
}

/** A channel stops when the person who is responsible for it may no longer manage it; others can switch it on again. */
async function mayStillSend({ db, clock }: Services, channel: ChannelRow): Promise<boolean> {
  const now = clock.now();
  const { pid, tid, created_by: uid, made_with } = channel;
  return db.transaction(async (trx) => {
    const role = await makersRole(trx, now, pid, { uid, made_with });
    if (role !== undefined && canManageChannel(role, tid)) return true;
    await switchOff(trx, now, channel, 'not_allowed');
    return false;
  });
}

/** Switches off what one person has set up: they may no longer use it. */
export async function switchOffChannelsOf(trx: Trx, now: Date, uid: string): Promise<void> {
  for (const channel of await listActiveOf(trx, uid)) await switchOff(trx, now, channel, 'not_allowed');
}

/** People who manage the channel get a notice, because nothing else says that its messages end. */
async function switchOff(
  trx: Trx,
  now: Date,
  channel: Pick<ChannelRow, 'id' | 'pid' | 'tid' | 'name'>,
  reason: 'failing' | 'gone' | 'not_allowed',
): Promise<void> {
  const { id, pid, name } = channel;
  if (!(await disableChannel(trx, id, timestamp(now), reason))) return;
  await record(trx, now, { actor: null, kind: 'chat.disabled', subject: id, pid, detail: { title: name, reason } });
  await notifyManagers(trx, now, channel);
}

/** Returns whether the channel is switched off now. */
async function recordAndJudge({ db, clock }: Services, id: string, outcome: string): Promise<boolean> {
  const now = clock.now();
  return db.transaction(async (trx) => {
    const channel = await recordFailure(trx, id, timestamp(now), outcome);
    if (channel === undefined) return true;
    const longAgo = timestamp(addSeconds(now, -disableAfterSeconds));
    const reason = isGone(outcome) ? 'gone' : (channel.failing_since ?? '9') <= longAgo ? 'failing' : undefined;
    if (reason === undefined) return false;
    await switchOff(trx, now, { id, ...channel }, reason);
    return true;
  });
}

type Disabled = { pid: string; tid: string | null; name: string };

async function notifyManagers(trx: Trx, now: Date, { pid, tid, name }: Disabled): Promise<void> {
  const about = { kind: 'chat.disabled', pid, subject: tid ?? '', values: { what: name } } as const;
  const managers = await listManagers(trx, pid, tid);
  await notify(
    trx,
    { actor: null, now },
    managers.map((uid) => ({ ...about, uid })),
  );
}

/** Sends a test message and waits for the result. Failures are recorded but do not switch the channel off. */
export async function sendTest(services: Services & { baseUrl: string }, channel: ChannelRow): Promise<string> {
  const t = translateTo(channel.language);
  const message = {
    title: t('chatMessages.test', { name: channel.name }),
    lines: [],
    link: { label: t('chatMessages.open'), href: `${services.baseUrl}${pagePath('/projects/$pid', channel)}` },
  };
  const outcome = await send(services, channel, message);
  if (outcome !== 'ok')
    await services.db.transaction((trx) =>
      recordFailure(trx, channel.id, timestamp(services.clock.now()), outcome).then(() => {}),
    );
  return outcome;
}
