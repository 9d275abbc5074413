import type { FastifyRequest } from 'fastify';
import { confirmCaller } from '../../auth/confirm.ts';
import { actorOf, requireFreshProof } from '../../auth/gate.ts';
import { madeWith } from '../../auth/makers.ts';
import type { Actor, Roles } from '../../auth/project-role.ts';
import type { Config } from '../../config.ts';
import { afterCommit } from '../../db/db.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { fail, failField } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Keyring } from '../../lib/seal.ts';
import { addSeconds, days, timestamp } from '../../lib/clock.ts';
import { newId } from '../../lib/secrets.ts';
import { isEmail } from '../../lib/text.ts';
import { toUtc } from '../../http/moment.ts';
import { record } from '../audit/audit.service.ts';
import { withdrawNoticesTo } from '../notices/notify.service.ts';
import { selectionOf } from './audience/audience.service.ts';
import type { MessageAudience } from './audience/audience.schema.ts';
import { fieldsFor, fieldsIn } from './fields.policy.ts';
import {
  isToEveryone,
  ledTeams,
  mayCancel,
  mayEdit,
  mayResend,
  maySee,
  mayWrite,
  replyMark,
} from './messages.policy.ts';
import * as queries from './messages.queries.ts';
import {
  cancelWaiting,
  deleteDraft,
  deleteEnded,
  findMessage,
  insertMessage,
  listMailingLists,
  listSentBy,
  updateMessage,
  retryInDoubt,
} from './messages.queries.ts';
import type { MessageRow } from './messages.queries.ts';
import type { MessageInput } from './messages.schema.ts';
import { requireRoom } from './limits.service.ts';
import { listReceivedBy } from './received/received.queries.ts';
import { addRecipients } from './sending/begin.service.ts';
import { currentReplyAddress } from './sending/contents.service.ts';

/**
 * A message needs somebody who answers: a service account writes in the name of the person who created it, whose rights
 * are checked when it is sent.
 */
export function writerOf(request: FastifyRequest, clock: Clock): Actor {
  const actor = actorOf(request, clock);
  const { kind, responsible } = actor.caller.credential;
  if (kind !== 'service') return actor;
  const detail = 'Nobody is responsible for what this account writes: the person who created it is gone';
  return { ...actor, uid: responsible ?? fail('forbidden', { detail }) };
}

export type MessageServices = {
  db: Db;
  clock: Clock;
  config: Config;
  keys: Keyring;
  messageSender: { wake: () => void };
};

const maxAheadSeconds = days(366);
const keptSeconds = days(365);

const noSuchMessage = (): never => fail('not_found', { detail: 'There is no such message in this project' });

/** 404 for drafts of others. */
export async function getMessage(read: Reader, { projectRole, uid }: Actor, id: string): Promise<MessageRow> {
  const row = await findMessage(read, projectRole.scope.pid, id);
  return row !== undefined && maySee(row, { uid, roles: projectRole }) ? row : noSuchMessage();
}

type Written = {
  audience: string;
  to_everyone: number;
  is_thanks: number;
  subject: string;
  body: string;
  reply_to: string | null;
} & {
  send_at: string | null;
};

/** Checks what a schema cannot. `roles` are those of the transaction. */
async function checked(
  trx: Trx,
  { projectRole, caller, uid, now }: Actor,
  roles: Roles,
  input: MessageInput,
): Promise<Written> {
  const { audience, subject, body } = input;
  if (fieldsIn(subject, '/subject').size > 0)
    failField('/subject', 'cannot have fields such as {{name}}; the text can');
  if (subject.trim() === '') failField('/subject', 'must not be blank');
  const role = { ...projectRole, ...roles };
  fieldsFor(role, body);
  await selectionOf(trx, { uid, role, now }, audience);
  const lists = await listMailingLists(trx, projectRole.scope.pid, ledTeams(role));
  const reply_to = replyMark(
    input.reply_to ?? null,
    caller.email,
    lists.filter(({ mailing_list }) => isEmail(mailing_list)),
  );
  if (reply_to === undefined)
    return failField('/reply_to', 'must be your own address or the mailing list of your team');
  const send_at = input.send_at == null ? null : toUtc('/send_at', input.send_at);
  if (send_at !== null && (send_at <= timestamp(now) || send_at > timestamp(addSeconds(now, maxAheadSeconds))))
    failField('/send_at', 'must be in the future, within a year');
  const to_everyone = isToEveryone(audience) ? 1 : 0;
  const is_thanks = audience.thanks === true ? 1 : 0;
  return { audience: JSON.stringify(audience), to_everyone, is_thanks, subject, body, reply_to, send_at };
}

export async function createMessage(trx: Trx, actor: Actor, roles: Roles, input: MessageInput): Promise<MessageRow> {
  const { projectRole, uid, now } = actor;
  const { pid } = projectRole.scope;
  const written = await checked(trx, actor, roles, input);
  const id = newId(now);
  const at = timestamp(now);
  await insertMessage(trx, { id, pid, sender: uid, state: 'draft', ...written, created_at: at, updated_at: at });
  await record(trx, now, { actor: uid, kind: 'message.created', subject: id, pid });
  return (await findMessage(trx, pid, id)) ?? noSuchMessage();
}

type Change = Actor & { id: string; expected: number | undefined };

/** The message, if the caller may edit it. The sender is locked, so that it stays a draft until the commit. */
async function draftOf(
  trx: Trx,
  { projectRole, uid, id, expected }: Omit<Change, 'caller' | 'now'>,
): Promise<MessageRow> {
  const row = await findMessage(trx, projectRole.scope.pid, id);
  if (row === undefined || !maySee(row, { uid, roles: projectRole })) return noSuchMessage();
  if (row.sender !== uid) return fail('forbidden', { detail: 'Only the author can change a message' });
  if (!mayEdit(row, { uid, roles: projectRole })) return fail('message_not_draft');
  return expected === undefined || expected === row.revision ? row : fail('stale');
}

const isSame = (draft: MessageRow, written: Written): boolean =>
  draft.audience === written.audience &&
  draft.subject === written.subject &&
  draft.body === written.body &&
  draft.reply_to === written.reply_to &&
  draft.send_at === written.send_at;

export async function changeMessage({ db }: MessageServices, change: Change, input: MessageInput): Promise<MessageRow> {
  const { caller, uid, now, id, projectRole } = change;
  return db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller);
    const draft = await draftOf(trx, change);
    const { revision, pid } = draft;
    const written = await checked(trx, change, roles, input);
    if (isSame(draft, written)) return draft;
    const values = { ...written, updated_at: timestamp(now) };
    if (!(await updateMessage(trx, { id, states: ['draft'], revision }, values))) return fail('stale');
    await record(trx, now, { actor: uid, kind: 'message.changed', subject: id, pid });
    return (await findMessage(trx, projectRole.scope.pid, id)) ?? noSuchMessage();
  });
}

export async function removeMessage({ db }: MessageServices, change: Change): Promise<void> {
  const { caller, uid, now, id } = change;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const { revision, pid } = await draftOf(trx, change);
    if (!(await deleteDraft(trx, id, revision))) return fail('stale');
    await record(trx, now, { actor: uid, kind: 'message.removed', subject: id, pid });
  });
}

/** Now, or at the time that the draft names. Of two requests at once, one finds it no longer a draft. */
export async function sendMessage(
  trx: Trx,
  { config, keys, messageSender }: MessageServices,
  change: Change,
  roles: Roles,
): Promise<MessageRow> {
  const { projectRole, caller, uid, now, id } = change;
  const { pid } = projectRole.scope;
  if (projectRole.state !== 'public')
    return fail('not_allowed', { detail: 'Nobody can see a draft; make the project public first' });
  if (!mayWrite(roles)) return fail('forbidden');
  const row = await draftOf(trx, change);
  const at = timestamp(now);
  // Only this feature writes the column.
  const audience = JSON.parse(row.audience) as MessageAudience;
  const later = row.send_at !== null && row.send_at > at ? row.send_at : undefined;
  // It would be sent after a leaked token was revoked. Service accounts have a scope for it, and an owner who answers for them.
  if (later !== undefined && caller.credential.kind !== 'service') requireFreshProof(caller, now);
  await requireRoom(trx, { pid, uid, roles, audience, at: later ?? at, scale: config.rateLimitScale });
  const sender = { uid, role: { ...projectRole, ...roles }, now };
  const planned = { planned_at: later ?? at, updated_at: at, made_with: madeWith(caller, roles, now) };
  const values =
    later === undefined
      ? {
          ...planned,
          state: 'sending' as const,
          started_at: at,
          reply_address: await currentReplyAddress(trx, row),
        }
      : { ...planned, state: 'scheduled' as const };
  if (!(await updateMessage(trx, { id, states: ['draft'], revision: row.revision }, values)))
    return fail('message_not_draft');
  const { subject } = row;
  if (later === undefined) {
    const people = await addRecipients(trx, keys, sender, { id, pid, subject, audience });
    await record(trx, now, { actor: uid, kind: 'message.sent', subject: id, pid, detail: { title: subject, people } });
    afterCommit(trx, messageSender.wake);
  } else {
    if ((await selectionOf(trx, sender, audience)) === undefined) return fail('empty_audience');
    const detail = { title: subject, send_at: later };
    await record(trx, now, { actor: uid, kind: 'message.scheduled', subject: id, pid, detail });
  }
  return (await findMessage(trx, pid, id)) ?? noSuchMessage();
}

/** People who have not received it yet no longer do, and do not see its notice. */
export async function cancelMessage({ db }: MessageServices, actor: Actor, id: string): Promise<MessageRow> {
  const { projectRole, caller, uid, now } = actor;
  const { pid } = projectRole.scope;
  return db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller);
    const row = await findMessage(trx, pid, id);
    if (row === undefined || !maySee(row, { uid, roles })) return noSuchMessage();
    if (!mayCancel(row, { uid, roles })) return fail(row.state === 'draft' ? 'conflict' : 'message_ended');
    const at = timestamp(now);
    const values = {
      state: 'cancelled' as const,
      ended_at: at,
      ...(row.state === 'scheduled' ? { planned_at: null } : {}),
    };
    if (!(await updateMessage(trx, { id, states: [row.state] }, values))) return fail('message_ended');
    const uids = await cancelWaiting(trx, id, at);
    await withdrawNoticesTo(trx, 'message', id, uids);
    const detail = { title: row.subject, people: uids.length };
    await record(trx, now, { actor: uid, kind: 'message.cancelled', subject: id, pid, detail });
    return (await findMessage(trx, pid, id)) ?? noSuchMessage();
  });
}

/** Only somebody can decide that a second copy is better than none. It counts like a message. */
export async function resendInDoubt(
  { db, config, messageSender }: MessageServices,
  actor: Actor,
  id: string,
): Promise<MessageRow> {
  const { projectRole, caller, uid, now } = actor;
  const { pid } = projectRole.scope;
  return db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller);
    const row = await findMessage(trx, pid, id);
    if (row === undefined || !maySee(row, { uid, roles })) return noSuchMessage();
    const nobody = { detail: 'There is nobody to send it to again, or the message is still being sent' };
    if (!mayResend(row, { uid, roles })) return fail('conflict', nobody);
    const at = timestamp(now);
    // Only this feature writes the column.
    const audience = JSON.parse(row.audience) as MessageAudience;
    const again = { state: 'sending' as const, ended_at: null, planned_at: at };
    const values = row.sender === uid ? { ...again, made_with: madeWith(caller, roles, now) } : again;
    const people = await retryInDoubt(trx, id, at);
    if (people > 0) await requireRoom(trx, { pid, uid, roles, audience, at, scale: config.rateLimitScale });
    if (!(await updateMessage(trx, { id, states: ['sent'] }, values))) return fail('conflict', nobody);
    if (people === 0) return fail('conflict', nobody);
    const detail = { title: row.subject, people };
    await record(trx, now, { actor: uid, kind: 'message.resent', subject: id, pid, detail });
    afterCommit(trx, messageSender.wake);
    return (await findMessage(trx, pid, id)) ?? noSuchMessage();
  });
}

export const exportMessages = async (read: Reader, uid: string) => ({
  messages_sent: await listSentBy(read, uid),
  messages_received: await listReceivedBy(read, uid),
});

/** For an erased person: they neither send nor get messages any more, and nobody learns their address from old ones. */
export async function eraseUnsent(trx: Trx, uid: string, anonymous: string, now: Date): Promise<void> {
  await queries.deleteUnsentMessagesOf(trx, uid);
  await queries.clearReplyAddressOf(trx, uid);
  await queries.skipRecipient(trx, uid, timestamp(now));
  // Identifiers have no hyphen.
  await queries.anonymiseAudiences(trx, uid, anonymous.replace('-', ''));
}

export const holdAllMessages = (trx: Trx, now: Date): Promise<void> => queries.holdAllMessages(trx, timestamp(now));

export const deleteOldMessages = (trx: Trx, now: string): Promise<void> =>
  deleteEnded(trx, timestamp(addSeconds(new Date(now), -keptSeconds)));
