import type { MailboxLimits } from '../../../auth/mailbox-limits.ts';
import type { Config } from '../../../config.ts';
import type { Db, Trx } from '../../../db/db.ts';
import { addSeconds, minutes, timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { isEmail } from '../../../lib/text.ts';
import type { MailQueue } from '../../mail/mail.service.ts';
import { isSecurity } from '../kinds.policy.ts';
import { noticeMail } from './notice.mail.ts';
import { deliveryDecision } from './sending.policy.ts';
import { candidateOf, loadKnown, mailedNotice } from './loaded.service.ts';
import type { Loaded } from './loaded.service.ts';
import { claimDue, listDuePeople, markDropped, markMailed, postponeNotices } from './sending.queries.ts';
import { unsubscribeLink } from '../settings/unsubscribe.service.ts';

export type SendingServices = {
  db: Db;
  clock: Clock;
  config: Config;
  keys: Keyring;
  mailQueue: MailQueue;
  mailboxes: MailboxLimits;
};

const peopleAtOnce = 50;
/** More notices in one mail would be unreadable, and they are all on the page of notices. */
const maxInMail = 50;
/** When a mailbox has had as many mails as it may, what is due waits and is combined. */
const fullMailboxSeconds = minutes(15);

/** Queues the mail of all notices that are due. Returns how many mails there were. */
export async function sendDueNotices(services: SendingServices, signal?: AbortSignal): Promise<number> {
  const { db, clock } = services;
  for (let mails = 0; ;) {
    signal?.throwIfAborted();
    const now = clock.now();
    const uids = await listDuePeople(db.read, timestamp(now), peopleAtOnce);
    if (uids.length === 0) return mails;
    mails += await db.transaction((trx) => sendTo(trx, services, now, uids));
  }
}

/** One transaction: either the mail is queued and the notices are marked, or neither. */
async function sendTo(trx: Trx, services: SendingServices, now: Date, uids: readonly string[]): Promise<number> {
  const at = timestamp(now);
  const claimed = await claimDue(trx, uids, at);
  if (claimed.length === 0) return 0;
  const rows = await loadKnown(trx, claimed, at);
  const wanted: Loaded[] = [];
  const dropped: string[] = [];
  const waiting = new Map<string, string[]>();
  for (const row of rows) {
    const verdict = deliveryDecision(candidateOf(row), at);
    if (verdict === 'send') wanted.push(row);
    else if (verdict === 'drop') dropped.push(row.id);
    else waiting.set(verdict.until, [...(waiting.get(verdict.until) ?? []), row.id]);
  }
  if (dropped.length > 0) await markDropped(trx, dropped, at);
  for (const [until, ids] of waiting) await postponeNotices(trx, ids, until);
  return queueMails(trx, services, now, wanted);
}

/** One mail per person; notices about the security of an account come separately, and always. */
async function queueMails(trx: Trx, services: SendingServices, now: Date, rows: readonly Loaded[]): Promise<number> {
  const groups = [...Map.groupBy(rows, ({ uid, kind }) => `${uid} ${isSecurity(kind)}`).values()];
  const isLimited = (group: readonly Loaded[]) => group.some(({ kind }) => !isSecurity(kind));
  const emailOf = (group: readonly Loaded[]) => group[0]?.email ?? '';
  const admitted = await services.mailboxes.admit(trx, groups.filter(isLimited).map(emailOf));
  const sent = groups.filter((group) => !isLimited(group) || admitted.has(emailOf(group)));
  const late = groups.filter((group) => !sent.includes(group)).flatMap((group) => group.map(({ id }) => id));
  if (late.length > 0) await postponeNotices(trx, late, timestamp(addSeconds(now, fullMailboxSeconds)));
  if (sent.length === 0) return 0;
  await services.mailQueue.addAll(
    trx,
    sent.map((group) => ({ key: `notices:${group[0]?.id}`, mail: mailOf(services, group) })),
  );
  await markMailed(
    trx,
    sent.flatMap((group) => group.map(({ id }) => id)),
    timestamp(now),
  );
  return sent.length;
}

function mailOf({ config, keys }: SendingServices, group: readonly Loaded[]) {
  const { uid = '', email = '', name = '', language = null } = group[0] ?? {};
  const kinds = [...new Set(group.map(({ kind }) => kind))];
  const unsubscribe = kinds.every(isSecurity) ? undefined : unsubscribeLink(keys, config.baseUrl, uid, kinds);
  const mail = noticeMail({ email, name, language }, group.slice(-maxInMail).map(mailedNotice), {
    baseUrl: config.baseUrl,
    unsubscribe,
  });
  const replyTo = replyAddress(group);
  return replyTo === undefined ? mail : { ...mail, replyTo };
}

/** The mailing list of the team, if the whole mail is about one team that the person is in. */
function replyAddress(group: readonly Loaded[]): string | undefined {
  const lists = new Set(group.map(({ member, mailing_list }) => (member === null ? '' : (mailing_list ?? ''))));
  const [list = ''] = lists;
  return lists.size === 1 && isEmail(list) ? list : undefined;
}
