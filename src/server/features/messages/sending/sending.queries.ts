import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { isReadableSince, readableSince } from '../../../db/applications.ts';
import { changedOne } from '../../../db/changed-one.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { chiefsAt } from '../../../db/memberships.ts';
import type { MessageRecipientsTable } from '../../../db/tables.ts';
import { settledBefore } from '../messages.policy.ts';

/** Whether there is anything to do: cheap enough for every second. */
export const isAnythingDue = async (read: Reader, now: string): Promise<boolean> =>
  (await read
    .selectFrom('messages')
    .select('id')
    .where((eb) =>
      eb.or([eb('state', '=', 'sending'), eb.and([eb('state', '=', 'scheduled'), eb('send_at', '<=', now)])]),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const listScheduled = (read: Reader, now: string) =>
  read
    .selectFrom('messages')
    .leftJoin('people', 'people.uid', 'messages.sender')
    .select(['id', 'pid', 'sender', 'made_with', 'audience', 'subject', 'reply_to', 'people.email as sender_email'])
    .where('state', '=', 'scheduled')
    .where('send_at', '<=', now)
    .orderBy('send_at')
    .execute();

export const findContent = (read: Reader, id: string) =>
  read
    .selectFrom('messages')
    .innerJoin('projects', 'projects.pid', 'messages.pid')
    .leftJoin('people', 'people.uid', 'messages.sender')
    .select(['messages.id', 'messages.pid', 'messages.subject', 'messages.body'])
    .select(['messages.reply_to', 'messages.reply_address'])
    .select(['projects.name as project', 'projects.timezone', 'people.name as sender', 'people.email as sender_email'])
    .where('messages.id', '=', id)
    .executeTakeFirst();

/** Takes recipients for a few seconds, so that other processes work on others. They stay as they are. */
export async function leaseRecipients(trx: Trx, now: string, until: string, limit: number): Promise<string[]> {
  const due = await trx
    .selectFrom('message_recipients')
    .innerJoin('messages', 'messages.id', 'message_recipients.message_id')
    .select('message_recipients.id')
    .where('message_recipients.state', '=', 'waiting')
    .where('message_recipients.due_at', '<=', now)
    .where('messages.state', '=', 'sending')
    .orderBy('message_recipients.due_at')
    .orderBy('message_recipients.id')
    .limit(limit)
    .execute();
  if (due.length === 0) return [];
  const rows = await trx
    .updateTable('message_recipients')
    .set({ due_at: until })
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

const attends = sql`select 1 from attendances join tasks on tasks.id = attendances.task_id
  where attendances.uid = message_recipients.uid and tasks.pid = messages.pid`;

const applied = (now: string) => sql`select 1 from applications
  where applications.uid = message_recipients.uid and applications.pid = messages.pid
    and ${isReadableSince(readableSince(new Date(now)))}`;

/** Whether the person is in the project, or on a task of it; or, for messages to applicants, applies to it. */
const isPresent = ({ toApplicants }: Standing, now: string) => sql<SqlBool>`(
  exists (select 1 from memberships
    join teams on teams.pid = memberships.pid and teams.tid = memberships.tid
    where memberships.pid = messages.pid and memberships.uid = message_recipients.uid and teams.disabled_at is null)
  or exists (select 1 from project_owners
    where project_owners.pid = messages.pid and project_owners.uid = message_recipients.uid)
  or exists (${attends})
  or (${isAmong(toApplicants)} and exists (${applied(now)})))`;

/**
 * Messages whose senders may still write, those of them whose senders still do so as owners, and those that are to people who
 * apply.
 */
export type Standing = {
  allowed: readonly string[];
  asOwner: readonly string[];
  toApplicants: readonly string[];
};

const isAmong = (ids: readonly string[]) => sql<SqlBool>`messages.id in (${sql.join(anyOf(ids))})`;

/** Whether the sender may write to the person now: as an owner, or as a chief of a team of theirs or of their task. */
const isReached = ({ allowed, asOwner, toApplicants }: Standing, now: string) => sql<SqlBool>`(${isAmong(allowed)} and (
  ${isAmong(asOwner)}
  or exists (select 1 from (${chiefsAt(now)}) as led
    join teams on teams.pid = led.pid and teams.tid = led.tid
    where led.pid = messages.pid and led.uid = messages.sender and teams.disabled_at is null
      and (exists (select 1 from memberships as own
          where own.pid = led.pid and own.tid = led.tid and own.uid = message_recipients.uid)
        or exists (${attends} and tasks.tid = led.tid
          and attendances.created_at <= ${settledBefore(new Date(now))})
        or (${isAmong(toApplicants)} and exists (${applied(now)} and applications.tid = led.tid))))))`;

const flag = (condition: RawBuilder<SqlBool>) => sql<number | string>`case when ${condition} then 1 else 0 end`;

/**
 * Marks recipients as being sent to, if the lease still holds and the sender may still write to them. Of several
 * processes, one gets each. Committed before the mail server is asked, so that a process that finds such a row later knows that
 * the mail may have been sent. Written by hand, because building it for every few mails took as long as running it.
 */
export async function claimRecipients(
  trx: Trx,
  ids: readonly string[],
  { lease, standing, now }: { lease: string; standing: Standing; now: string },
) {
  const { rows } = await sql<{ id: string; attempts: number }>`
    update message_recipients set state = 'sending', reason = null, changed_at = ${now}, attempts = attempts + 1
    where id in (${sql.join(ids)}) and state = 'waiting' and due_at = ${lease} and exists (
      select 1 from messages
      join projects on projects.pid = messages.pid
      where messages.id = message_recipients.message_id and messages.state = 'sending' and projects.state = 'public'
        and ${isReached(standing, now)})
    returning id, attempts`.execute(trx);
  return new Map(rows.map(({ id, attempts }) => [id, attempts]));
}

/** The messages of these recipients, and who sends them with which rights. */
export const listMessagesOf = (read: Reader, recipients: readonly string[]) =>
  read
    .selectFrom('messages')
    .innerJoin('projects', 'projects.pid', 'messages.pid')
    .select(['messages.id', 'messages.pid', 'messages.sender', 'messages.made_with', 'messages.audience'])
    .select('projects.timezone')
    .where('messages.id', 'in', (eb) =>
      eb.selectFrom('message_recipients').select('message_id').where('id', 'in', recipients),
    )
    .execute();

type Wanted = { tasks: readonly string[]; uids: readonly string[]; now: string; until: string };

/** Which of these people have which of these tasks that are on or begin before a moment, the first task first. */
export const listPlacesUntil = (read: Reader, { tasks, uids, now, until }: Wanted) =>
  read
    .selectFrom('tasks')
    .innerJoin('attendances', 'attendances.task_id', 'tasks.id')
    .select(['tasks.id', 'tasks.starts_at', 'attendances.uid'])
    .where('tasks.id', 'in', tasks)
    .where('attendances.uid', 'in', uids)
    .where('tasks.ends_at', '>', now)
    .where('tasks.starts_at', '<=', until)
    .orderBy('tasks.starts_at')
    .execute();

export async function markAdmitted(trx: Trx, ids: readonly string[], now: string): Promise<void> {
  await trx.updateTable('message_recipients').set({ admitted_at: now }).where('id', 'in', ids).execute();
}

/** Loads everything that decides whether the mail is sent. */
export const loadClaimed = (trx: Trx, ids: readonly string[], standing: Standing, now: string) =>
  trx
    .selectFrom('message_recipients')
    .innerJoin('messages', 'messages.id', 'message_recipients.message_id')
    .innerJoin('projects', 'projects.pid', 'messages.pid')
    .leftJoin('people', 'people.uid', 'message_recipients.uid')
    .leftJoin('notice_settings', 'notice_settings.uid', 'message_recipients.uid')
    .select(['message_recipients.id', 'message_recipients.message_id', 'message_recipients.uid'])
    .select(['message_recipients.attempts', 'message_recipients.admitted_at', 'message_recipients.reason'])
    .select('messages.created_at')
    .select(['people.name', 'people.email', 'people.language', 'people.suspended_at'])
    .select(['projects.state as project_state', 'projects.timezone as project_timezone'])
    .select(['notice_settings.mail', 'notice_settings.push', 'notice_settings.digest', 'notice_settings.quiet_starts'])
    .select(['notice_settings.quiet_ends', 'notice_settings.timezone'])
    .select([flag(isPresent(standing, now)).as('present'), flag(isReached(standing, now)).as('reached')])
    .where('message_recipients.id', 'in', ids)
    .orderBy('message_recipients.id')
    .execute();

export type ClaimedRow = Awaited<ReturnType<typeof loadClaimed>>[number];

export type Settled = {
  state: MessageRecipientsTable['state'];
  reason: string | null;
  /** Set for recipients that wait. */
  due?: string;
};

/**
 * Records what became of recipients in these states. For one that was being sent to: it may be in doubt in the meantime,
 * because this took so long, and then no longer is.
 */
export async function settle(
  trx: Trx,
  ids: readonly string[],
  from: readonly MessageRecipientsTable['state'][],
  { state, reason, due }: Settled,
  now: string,
): Promise<void> {
  await sql`update message_recipients
    set state = ${state}, reason = ${reason}, changed_at = ${now}
      ${due === undefined ? sql`` : sql`, due_at = ${due}`}
    where id in (${sql.join(ids)}) and state in (${sql.join(from)})`.execute(trx);
}

/**
 * Continues messages that ended while the outcome of one of these recipients was in doubt: they wait again. A message that
 * is being sent is locked as well, so that it does not end at the same time.
 */
export async function reopenMessages(trx: Trx, recipients: readonly string[]): Promise<void> {
  await trx
    .updateTable('messages')
    .set({ state: 'sending', ended_at: null })
    .where('state', 'in', ['sent', 'sending'])
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('message_recipients')
        .select('message_id')
        .where('id', 'in', recipients)
        .where('state', '=', 'waiting'),
    )
    .execute();
}

/** False unless the message is being sent. */
export const lockSending = (trx: Trx, id: string): Promise<boolean> =>
  changedOne(
    trx
      .updateTable('messages')
      .set((eb) => ({ revision: eb.ref('revision') }))
      .where('id', '=', id)
      .where('state', '=', 'sending'),
  );

export const hasRecipientsLeft = async (trx: Trx, id: string): Promise<boolean> =>
  (await trx
    .selectFrom('message_recipients')
    .select('id')
    .where('message_id', '=', id)
    .where('state', 'in', ['waiting', 'sending'])
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** A process that died while it was sending left these behind. Whether they were sent is not known. */
export async function markInDoubt(trx: Trx, before: string, now: string): Promise<void> {
  await trx
    .updateTable('message_recipients')
    .set({ state: 'in_doubt', reason: 'interrupted', changed_at: now })
    .where('state', '=', 'sending')
    .where('changed_at', '<', before)
    .execute();
}

export const hasInterrupted = async (read: Reader, before: string): Promise<boolean> =>
  (await read
    .selectFrom('message_recipients')
    .select('id')
    .where('state', '=', 'sending')
    .where('changed_at', '<', before)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Messages without anybody left to send to. */
export const listFinished = async (read: Reader): Promise<string[]> => {
  const rows = await read
    .selectFrom('messages')
    .select('id')
    .where('state', '=', 'sending')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('message_recipients')
            .select('message_recipients.id')
            .whereRef('message_recipients.message_id', '=', 'messages.id')
            .where('message_recipients.state', 'in', ['waiting', 'sending']),
        ),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
};
