import { pagePath } from '../../../../shared/pages.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import { translateTo, writtenLanguage } from '../../../../locales/server-texts.ts';
import { entryOf, isSecurity } from '../../../../shared/notice-kinds.ts';
import type { Db, Trx } from '../../../db/db.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { sha256 } from '../../../lib/secrets.ts';
import type { OutboxBase } from '../../../feature.ts';
import type { JobHandlers } from '../../outbox/outbox.service.ts';
import { pushHandlers } from '../../push/delivery.service.ts';
import type { NewPush, PushMessage, PushQueue } from '../../push/delivery.service.ts';
import { candidateOf, loadKnown, mailedNotice, timesOf } from './load-notices.service.ts';
import type { Loaded } from './load-notices.service.ts';
import { linesOf } from './notice.mail.ts';
import { pushDecision, expiresAt, isPressing } from './sending.policy.ts';
import { claimDuePush, dropPush, dropUnwantedPush, markPushed, postponePush } from './sending.queries.ts';

export type PushingServices = { db: Db; clock: Clock; pushQueue: PushQueue };

const noticesAtOnce = 200;
/** More notices at the same time become one notification. */
const maxSingle = 3;
const maxBody = 300;
/** Push services take up to 32 characters. */
const tagLength = 32;

/** Queues the notifications of all notices that are due. Returns how many there were, for any number of browsers each. */
export async function pushDueNotices({ db, clock, pushQueue }: PushingServices, signal?: AbortSignal): Promise<number> {
  await db.transaction((trx) => dropUnwantedPush(trx, timestamp(clock.now())));
  for (let pushed = 0; ;) {
    signal?.throwIfAborted();
    const at = timestamp(clock.now());
    const found = await db.transaction(async (trx) => {
      const claimed = await claimDuePush(trx, at, noticesAtOnce);
      if (claimed.length === 0) return undefined;
      const pushes = await wantedPushes(trx, claimed, at);
      await pushQueue.addAll(trx, pushes);
      return pushes.length;
    });
    if (found === undefined) return pushed;
    pushed += found;
  }
}

async function wantedPushes(trx: Trx, claimed: readonly string[], at: string): Promise<NewPush[]> {
  const wanted: Loaded[] = [];
  const dropped: string[] = [];
  for (const row of await loadKnown(trx, claimed, at)) {
    const verdict = pushDecision(candidateOf(row), at);
    if (verdict === 'send') wanted.push(row);
    else if (verdict === 'drop') dropped.push(row.id);
    else await postponePush(trx, [row.id], verdict.until);
  }
  if (dropped.length > 0) await dropPush(trx, dropped);
  return [...Map.groupBy(wanted, ({ uid }) => uid).values()].flatMap((rows) => pushesTo(rows, at));
}

function pushesTo(rows: readonly Loaded[], at: string): NewPush[] {
  const each = rows.map((row) => ({
    key: row.id,
    uid: row.uid,
    notices: [row.id],
    urgent: isSecurity(row.kind) || entryOf(row.kind).isUrgent === true || isPressing(row.kind, timesOf(row), at),
    until: expiresAt(candidateOf(row), at),
  }));
  const [first] = each;
  if (first === undefined || each.length <= maxSingle) return each;
  return [
    {
      ...first,
      notices: rows.map(({ id }) => id),
      urgent: each.some(({ urgent }) => urgent),
      until: each.map(({ until }) => until).reduce((latest, until) => (until > latest ? until : latest)),
    },
  ];
}

/** A notification may wait for its push service. What it says is decided when it is sent, as for mails. */
export const noticePushHandlers = (base: OutboxBase): JobHandlers =>
  pushHandlers(base, {
    compose: async ({ notices }, at) => {
      const rows = (await loadKnown(base.db.read, notices, at)).filter(
        (row) => pushDecision(candidateOf(row), at) !== 'drop',
      );
      const [first, ...others] = rows;
      return first === undefined || others.length > 0 ? summaryOf(rows) : messageOf(first);
    },
    onAccepted: (trx, { notices }, at) => markPushed(trx, notices, at),
  });

/** Names no amounts of money, because the notification can be seen on a locked screen. */
function messageOf(row: Loaded): PushMessage {
  const language = writtenLanguage(row.language);
  const t = translateTo(language);
  const notice = mailedNotice(row);
  const lines = row.kind.startsWith('payment.') ? [t('push.payment')] : linesOf(t, language, notice);
  return {
    title: row.project ?? 'Muster',
    body: shortened(lines.join('\n')),
    url: entryOf(row.kind).page(row),
    tag: tagOf([row.pid ?? '', row.subject || row.kind]),
  };
}

function summaryOf(rows: readonly Loaded[]): PushMessage | undefined {
  if (rows.length === 0) return undefined;
  const language = writtenLanguage(rows[0]?.language);
  const t = translateTo(language);
  const projects = formatList([...new Set(rows.map(({ project }) => project ?? 'Muster'))], language);
  return {
    title: projects,
    body: t('notices.mail.several', { count: rows.length, project: projects }),
    url: pagePath('/me/notices'),
    tag: tagOf(['several']),
  };
}

/** What is about the same task, team or form has the same tag: the newer one replaces the older. */
const tagOf = (parts: readonly string[]): string => sha256(parts.join('\n')).slice(0, tagLength);

function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length <= maxBody ? text : `${characters.slice(0, maxBody - 1).join('')}…`;
}
