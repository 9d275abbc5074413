import { isSecurity } from '../../../../shared/notice-kinds.ts';
import type { MailboxLimits } from '../../../auth/mailbox-limits.ts';
import type { Config } from '../../../config.ts';
import type { Db, Trx } from '../../../db/db.ts';
import { addSeconds, minutes, timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { isEmail } from '../../../lib/text.ts';
import type { OutboxBase } from '../../../feature.ts';
import { sendMail } from '../../mail/mail.service.ts';
import type { JobHandlers, Outbox } from '../../outbox/outbox.service.ts';
import { noticeMail } from './notice.mail.ts';
import { deliveryDecision, isPressing } from './sending.policy.ts';
import { candidateOf, isCovered, loadKnown, mailedNotice, timesOf } from './load-notices.service.ts';
import type { Loaded } from './load-notices.service.ts';
import { claimDue, listDuePeople, mailKey, markDropped, markMailed, postponeNotices } from './sending.queries.ts';
import { unsubscribeLink } from '../settings/unsubscribe.service.ts';

export type SendingServices = {
  db: Db;
  clock: Clock;
  config: Config;
  keys: Keyring;
  outbox: Outbox;
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
  const [covered, uncovered] = [
    wanted.filter((row) => isCovered(row, wanted)),
    wanted.filter((row) => !isCovered(row, wanted)),
  ];
  dropped.push(...covered.map(({ id }) => id));
  if (dropped.length > 0) await markDropped(trx, dropped, at);
  for (const [until, ids] of waiting) await postponeNotices(trx, ids, until);
  return queueMails(trx, services, now, uncovered);
}

/**
 * One mail per person; notices about the security of an account come separately, and always. When a mailbox has had as many
 * mails as it may, only what cannot wait is sent.
 */
async function queueMails(trx: Trx, services: SendingServices, now: Date, rows: readonly Loaded[]): Promise<number> {
  const at = timestamp(now);
  const emailOf = (group: readonly Loaded[]) => group[0]?.email ?? '';
  const security = byPerson(rows.filter(({ kind }) => isSecurity(kind)));
  const usual = byPerson(rows.filter(({ kind }) => !isSecurity(kind)));
  const admitted = await services.mailboxes.admit(trx, usual.map(emailOf));
  const refused = usual.filter((group) => !admitted.has(emailOf(group))).flat();
  const pressing = byPerson(refused.filter((row) => isPressing(row.kind, timesOf(row), at)));
  const pressed = await services.mailboxes.admitPressing(trx, pressing.map(emailOf));
  const sent = [
    ...security,
    ...usual.filter((group) => admitted.has(emailOf(group))),
    ...pressing.filter((group) => pressed.has(emailOf(group))),
  ];
  const ids = new Set(sent.flatMap((group) => group.map(({ id }) => id)));
  const late = rows.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
  if (late.length > 0) await postponeNotices(trx, late, timestamp(addSeconds(now, fullMailboxSeconds)));
  if (sent.length === 0) return 0;
  await services.outbox.add(
    trx,
    sent.map((group) => {
      const payload: QueuedNotices = { to: emailOf(group), notices: group.map(({ id }) => id) };
      return { key: mailKey(group[0]?.id ?? ''), kind: 'notices', payload };
    }),
  );
  for (const groups of [security, sent.filter((group) => !security.includes(group))])
    await markMailed(
      trx,
      groups.flatMap((group) => group.map(({ id }) => id)),
      at,
    );
  return sent.length;
}

const byPerson = (rows: readonly Loaded[]): Loaded[][] => [...Map.groupBy(rows, ({ uid }) => uid).values()];

type NoticeSender = Pick<OutboxBase, 'db' | 'clock' | 'keys' | 'mailer'> & { config: Pick<Config, 'baseUrl'> };

/** `to` when it was queued. The mail is written when it is sent. */
type QueuedNotices = { to: string; notices: string[] };

const isQueued = (payload: unknown): payload is QueuedNotices =>
  typeof payload === 'object' && payload !== null && 'to' in payload && 'notices' in payload;

/**
 * A mail may wait for hours, such as for a mail server that is down. What it says is decided when it is sent: by then
 * the recipient may have lost the role that it is for, erased the account, or the project may be a draft.
 */
export const noticeHandlers = ({ db, clock, config, keys, mailer }: NoticeSender): JobHandlers => ({
  notices: {
    laneOf: (payload) => (isQueued(payload) ? payload.to : ''),
    run: async (id, payload) => {
      if (!isQueued(payload)) throw new Error('the payload is not a list of notices');
      const at = timestamp(clock.now());
      const rows = await loadKnown(db.read, payload.notices, at);
      const wanted = rows.filter((row) => deliveryDecision(candidateOf(row), at) !== 'drop');
      const dropped = rows.filter((row) => !wanted.includes(row)).map((row) => row.id);
      if (dropped.length > 0) await db.transaction((trx) => markDropped(trx, dropped, at));
      if (wanted.length > 0) await sendMail(mailer, id, mailOf({ config, keys }, wanted));
    },
  },
});

function mailOf({ config, keys }: Pick<NoticeSender, 'config' | 'keys'>, group: readonly Loaded[]) {
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
