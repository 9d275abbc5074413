import type { MailboxLimits } from '../../../auth/mailbox-limits.ts';
import { makersRole } from '../../../auth/makers.ts';
import { holds } from '../../../auth/project-role.ts';
import { mayWrite } from '../messages.policy.ts';
import type { Config } from '../../../config.ts';
import type { Db, Trx } from '../../../db/db.ts';
import { addSeconds, minutes, timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { mailWay } from '../../../lib/mailer.ts';
import type { Mail } from '../../../lib/mailer.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { unsubscribeLink } from '../../notices/settings/unsubscribe.service.ts';
import type { MessageAudience } from '../audience/audience.schema.ts';
import { contents } from './contents.service.ts';
import { messageMail } from './message.mail.ts';
import { pressingMails } from './pressing.service.ts';
import type { Pressing } from './pressing.service.ts';
import { decide } from './sending.policy.ts';
import {
  leaseRecipients,
  listMessagesOf,
  loadClaimed,
  markAdmitted,
  reopenMessages,
  settle,
} from './sending.queries.ts';
import type { ClaimedRow, Settled, Standing } from './sending.queries.ts';
import { projectNames, valuesOf } from './values.service.ts';

const batchSize = 100;
/** What is not sent by then is looked at again, with the rights and wishes that hold then. */
const leaseSeconds = 5;
/** When a mailbox has had as many mails as it may. */
const fullMailboxSeconds = minutes(15);

export type BatchServices = { db: Db; clock: Clock; config: Config; keys: Keyring; mailboxes: MailboxLimits };
export type Outcome = { id: string; settled: Settled };
/** Mails that are ready to be sent. `leased`: how many recipients were looked at. */
export type MailBatch = { mails: { id: string; mail: Mail }[]; lease: string; leased: number };
/** A recipient with an address, who is to get the mail now. */
type Ready = ClaimedRow & { uid: string; email: string };
type MessageOf = Awaited<ReturnType<typeof listMessagesOf>>[number];

/** Decides about the next recipients and writes their mails, with a fixed number of queries. */
export async function prepareBatch(services: BatchServices): Promise<MailBatch> {
  const { db, clock } = services;
  const now = clock.now();
  const lease = timestamp(addSeconds(now, leaseSeconds));
  const { ready, leased } = await db.transaction(async (trx) => {
    const ids = await leaseRecipients(trx, timestamp(now), lease, batchSize);
    const messages = ids.length === 0 ? [] : await listMessagesOf(trx, ids);
    const standing = await standingOf(trx, now, messages);
    const rows = ids.length === 0 ? [] : await loadClaimed(trx, ids, standing, timestamp(now));
    const pressing = await pressingMails(trx, now, messages, rows);
    return { ready: await admit(trx, services, now, { rows, pressing }), leased: ids.length };
  });
  return { mails: await compose(services, ready), lease, leased };
}

/** Which of these messages may still be sent, because their senders may still write. */
export async function standingOf(trx: Trx, now: Date, messages: readonly MessageOf[]): Promise<Standing> {
  const standing = { allowed: new Array<string>(), asOwner: new Array<string>(), toApplicants: new Array<string>() };
  for (const { id, pid, sender: uid, made_with, audience } of messages) {
    const role = await makersRole(trx, now, pid, { uid, made_with });
    if (role !== undefined && mayWrite(role)) standing.allowed.push(id);
    if (role !== undefined && holds(role, 'writer')) standing.asOwner.push(id);
    // Only this feature writes the column.
    if ((JSON.parse(audience) as MessageAudience).applications !== undefined) standing.toApplicants.push(id);
  }
  return standing;
}

/** Each address once in a batch, so that the limit of its mailbox is counted mail by mail. */
const nextBatch = { state: 'waiting', reason: null } as const;

/**
 * Those who get the mail now. For the others it is recorded why not. Files disturb nobody, so that nobody waits where no
 * email is sent: the message is in their notices already.
 */
async function admit(
  trx: Trx,
  { mailboxes, config }: BatchServices,
  now: Date,
  { rows, pressing }: { rows: readonly ClaimedRow[]; pressing: Pressing },
): Promise<Ready[]> {
  const at = timestamp(now);
  const isFiled = mailWay(config) === 'files';
  const others: Outcome[] = [];
  const wanted: Ready[] = [];
  for (const row of rows) {
    const settled = decide(row, pressing(row)?.starts_at, at);
    if (settled !== undefined && !(isFiled && settled.state === 'waiting')) others.push({ id: row.id, settled });
    else if (wanted.some(({ email }) => email === row.email))
      others.push({ id: row.id, settled: { ...nextBatch, due: at } });
    else if (row.uid !== null && row.email !== null) wanted.push({ ...row, uid: row.uid, email: row.email });
  }
  const uncounted = wanted.filter(({ admitted_at }) => admitted_at === null);
  const emails = uncounted.map(({ email }) => email);
  const usual = isFiled ? new Set(emails) : await mailboxes.admit(trx, emails);
  const late = uncounted.filter((row) => !usual.has(row.email) && pressing(row) !== undefined);
  const pressed = await mailboxes.admitPressing(
    trx,
    late.map(({ email }) => email),
  );
  const admitted = usual.union(pressed);
  const full = uncounted.filter(({ email }) => !admitted.has(email)).map(({ id }) => id);
  const settled = {
    state: 'waiting',
    reason: 'mailbox_full',
    due: timestamp(addSeconds(now, fullMailboxSeconds)),
  } as const;
  await settleAll(trx, ['waiting'], [...others, ...full.map((id) => ({ id, settled }))], at);
  const counted = uncounted.filter(({ email }) => admitted.has(email)).map(({ id }) => id);
  if (counted.length > 0) await markAdmitted(trx, counted, at);
  return wanted.filter(({ id }) => !full.includes(id));
}

/** One statement for all that have the same outcome. */
export async function settleAll(
  trx: Trx,
  from: Parameters<typeof settle>[2],
  outcomes: readonly Outcome[],
  now: string,
): Promise<void> {
  const groups = Map.groupBy(outcomes, ({ settled }) => `${settled.state} ${settled.reason} ${settled.due}`);
  for (const group of groups.values()) {
    const [first] = group;
    const ids = group.map(({ id }) => id);
    if (first === undefined) continue;
    await settle(trx, ids, from, first.settled, now);
    if (first.settled.state === 'waiting' && from.includes('in_doubt')) await reopenMessages(trx, ids);
  }
}

async function compose(
  { db, clock, config, keys }: BatchServices,
  ready: readonly Ready[],
): Promise<MailBatch['mails']> {
  const mails: MailBatch['mails'] = [];
  const now = timestamp(clock.now());
  const { baseUrl } = config;
  for (const [id, rows] of Map.groupBy(ready, ({ message_id }) => message_id)) {
    const { message, body, occasion } = await contents(db.read, config, id);
    const people = rows.map(({ uid, name, language }) => ({ uid, name: name ?? '', language }));
    const values = await valuesOf(db.read, people, { ...occasion, now, codes: keys });
    const projects = await projectNames(db.read, message, people);
    for (const row of rows) {
      const own = values.get(row.uid);
      const links = { baseUrl, unsubscribe: unsubscribeLink(keys, baseUrl, row.uid, ['message']) };
      if (own !== undefined)
        mails.push({ id: row.id, mail: messageMail({ ...message, project: projects(row) }, body(own), row, links) });
    }
  }
  return mails;
}
