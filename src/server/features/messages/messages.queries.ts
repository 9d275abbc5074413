import { anyOf } from '../../db/any-of.ts';
import { keyset } from '../../db/keyset.ts';
import { sql } from 'kysely';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { changedOne } from '../../db/changed-one.ts';
import type { Reader, Trx } from '../../db/db.ts';
import type { MessageRecipientsTable, MessagesTable } from '../../db/tables.ts';
import { chunksOf } from '../../lib/chunks.ts';
import type { unreachedRecipients } from '../notices/delivery/delivery.service.ts';
import { senderMark } from './messages.policy.ts';
import type { CursorKey } from '../../http/paging.ts';

const columns = [
  'messages.id',
  'messages.pid',
  'messages.sender',
  'people.name as sender_name',
  'people.email as sender_email',
  'messages.state',
  'messages.stopped',
  'messages.audience',
  'messages.subject',
  'messages.body',
  'messages.reply_to',
  'messages.send_at',
  'messages.started_at',
  'messages.ended_at',
  'messages.created_at',
  'messages.revision',
] as const;

const selectMessages = (read: Reader) =>
  read.selectFrom('messages').leftJoin('people', 'people.uid', 'messages.sender').select(columns);

export const findMessage = (read: Reader, pid: string, id: string) =>
  selectMessages(read).where('messages.pid', '=', pid).where('messages.id', '=', id).executeTakeFirst();

export type MessageRow = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

/** The caller's own and, for owners, what others have sent. Newest first. */
export const listMessages = (
  read: Reader,
  pid: string,
  { uid, owner }: { uid: string; owner: boolean },
  after: CursorKey<'id'> | undefined,
  limit: number,
) =>
  selectMessages(read)
    .where('messages.pid', '=', pid)
    .where((eb) => eb.or([eb('messages.sender', '=', uid), ...(owner ? [eb('messages.state', '!=', 'draft')] : [])]))
    .$if(after !== undefined, (query) => query.where('messages.id', '<', after?.id ?? ''))
    .orderBy('messages.id', 'desc')
    .limit(limit)
    .execute();

export const countRecipients = (read: Reader, ids: readonly string[]) =>
  read
    .selectFrom('message_recipients')
    .select(['message_id', 'state'])
    .select(({ fn }) => fn.countAll().as('count'))
    .where('message_id', 'in', ids)
    .groupBy(['message_id', 'state'])
    .execute();

export async function insertMessage(trx: Trx, row: Insertable<MessagesTable>): Promise<void> {
  await trx.insertInto('messages').values(row).execute();
}

type State = Selectable<MessagesTable>['state'];

/** False if the message is in another state, or has another revision than expected. */
export const updateMessage = (
  trx: Trx,
  { id, states, revision }: { id: string; states: readonly State[]; revision?: number | undefined },
  values: Updateable<MessagesTable>,
): Promise<boolean> =>
  changedOne(
    trx
      .updateTable('messages')
      .set((eb) => ({ ...values, revision: eb('revision', '+', 1) }))
      .where('id', '=', id)
      .where('state', 'in', states)
      .$if(revision !== undefined, (query) => query.where('revision', '=', revision ?? 0)),
  );

export const deleteDraft = (trx: Trx, id: string, revision: number | undefined): Promise<boolean> =>
  changedOne(
    trx
      .deleteFrom('messages')
      .where('id', '=', id)
      .where('state', '=', 'draft')
      .$if(revision !== undefined, (query) => query.where('revision', '=', revision ?? 0)),
  );

/** When the messages of a sender were or will be sent, in order. Those that were cancelled before do not count. */
export async function plannedMoments(
  trx: Trx,
  { pid, sender, from, to }: { pid: string; sender: string; from: string; to: string },
  onlyToEveryone: boolean,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('messages')
    .select('planned_at')
    .where('sender', '=', sender)
    .where('planned_at', '>', from)
    .where('planned_at', '<', to)
    .where('pid', '=', pid)
    .$if(onlyToEveryone, (query) => query.where('to_everyone', '=', 1))
    .orderBy('planned_at')
    .execute();
  return rows.flatMap(({ planned_at: moment }) => (moment === null ? [] : [moment]));
}

export async function insertRecipients(trx: Trx, rows: readonly Insertable<MessageRecipientsTable>[]): Promise<void> {
  for (const some of chunksOf(rows)) await trx.insertInto('message_recipients').values(some).execute();
}

/** Returns the people who will not get the message. Those to whom it is being sent at this moment still do. */
export async function cancelWaiting(trx: Trx, id: string, now: string): Promise<string[]> {
  const rows = await trx
    .updateTable('message_recipients')
    .set({ state: 'cancelled', reason: null, changed_at: now })
    .where('message_id', '=', id)
    .where('state', '=', 'waiting')
    .returning('uid')
    .execute();
  return rows.flatMap(({ uid }) => uid ?? []);
}

/** Returns how many people will be sent the message again. It counts once more for their mailboxes. */
export async function retryInDoubt(trx: Trx, id: string, now: string): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('message_recipients')
    .set({ state: 'waiting', reason: null, admitted_at: null, due_at: now, changed_at: now })
    .where('message_id', '=', id)
    .where('state', '=', 'in_doubt')
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

type Wanted = {
  state: MessageRecipientsTable['state'] | undefined;
  /** The list has only these recipients. */
  among: ReturnType<typeof unreachedRecipients> | undefined;
};

export const listRecipients = (
  read: Reader,
  id: string,
  { state, among }: Wanted,
  after: CursorKey<'id'> | undefined,
  limit: number,
) =>
  read
    .selectFrom('message_recipients')
    .leftJoin('people', 'people.uid', 'message_recipients.uid')
    .select(['message_recipients.id', 'message_recipients.uid', 'people.name', 'message_recipients.state'])
    .select(['message_recipients.reason', 'message_recipients.changed_at'])
    .where('message_recipients.message_id', '=', id)
    .$if(state !== undefined, (query) => query.where('message_recipients.state', '=', state ?? 'sent'))
    .where((eb) => (among === undefined ? eb.lit(true) : eb('message_recipients.id', 'in', among)))
    .$call(keyset(['message_recipients.id'], after && [after.id]))
    .limit(limit)
    .execute();

/** Mailing lists of the enabled teams; of these teams only, if they are given. */
export const listMailingLists = (read: Reader, pid: string, tids?: readonly string[]) =>
  read
    .selectFrom('teams')
    .select(['tid', 'mailing_list'])
    .where('pid', '=', pid)
    .where('disabled_at', 'is', null)
    .where('mailing_list', '!=', '')
    .$if(tids !== undefined, (query) => query.where('tid', 'in', anyOf(tids ?? [])))
    .execute();

export const findProject = (read: Reader, pid: string) =>
  read.selectFrom('projects').select(['name', 'state', 'timezone']).where('pid', '=', pid).executeTakeFirst();

export const findRecipient = (read: Reader, uid: string) =>
  read.selectFrom('people').select(['uid', 'name', 'email', 'language']).where('uid', '=', uid).executeTakeFirst();

/** The export of a person's data uses it. */
export const listSentBy = (read: Reader, uid: string) =>
  read
    .selectFrom('messages')
    .select(['pid', 'state', 'subject', 'body', 'send_at', 'started_at', 'created_at'])
    .where('sender', '=', uid)
    .orderBy('id')
    .execute();

/**
 * After a restore: whether these were sent or cancelled since the backup is not known. Scheduled ones wait for somebody to
 * send them, and people who had not got one yet are in doubt.
 */
export async function holdAllMessages(trx: Trx, now: string): Promise<void> {
  await trx
    .updateTable('messages')
    .set((eb) => ({ state: 'draft', planned_at: null, updated_at: now, revision: eb('revision', '+', 1) }))
    .where('state', '=', 'scheduled')
    .execute();
  await trx
    .updateTable('message_recipients')
    .set({ state: 'in_doubt', reason: 'interrupted', changed_at: now })
    .where('state', 'in', ['waiting', 'sending'])
    .execute();
}

/** What nobody has been sent yet goes with its author. */
export async function deleteUnsentMessagesOf(trx: Trx, uid: string): Promise<void> {
  await trx.deleteFrom('messages').where('sender', '=', uid).where('state', 'in', ['draft', 'scheduled']).execute();
}

/** The identifier stays as a placeholder: an audience of nobody else must not become one of everybody. */
export async function anonymiseAudiences(trx: Trx, uid: string, anonymous: string): Promise<void> {
  await trx
    .updateTable('messages')
    .set({ audience: sql<string>`replace(audience, ${uid}, ${anonymous})` })
    .where('audience', 'like', `%"${uid}"%`)
    .execute();
}

export async function clearReplyAddressOf(trx: Trx, uid: string): Promise<void> {
  await trx
    .updateTable('messages')
    .set({ reply_address: null })
    .where('sender', '=', uid)
    .where('reply_to', '=', senderMark)
    .execute();
}

export async function skipRecipient(trx: Trx, uid: string, now: string): Promise<void> {
  await trx
    .updateTable('message_recipients')
    .set({ state: 'skipped', reason: 'erased', changed_at: now })
    .where('uid', '=', uid)
    .where('state', '=', 'waiting')
    .execute();
}

export async function deleteEnded(trx: Trx, before: string): Promise<void> {
  await trx.deleteFrom('messages').where('ended_at', '<', before).execute();
}
