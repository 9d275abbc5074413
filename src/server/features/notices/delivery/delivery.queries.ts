import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { entryOf, isSecurity, noticeKinds, severalPrefix } from '../../../../shared/notice-kinds.ts';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { anyOf } from '../../../db/any-of.ts';
import type { Reader } from '../../../db/db.ts';

/** Notices with what became of their mail. */
const selectDeliveries = (read: Reader) =>
  read
    .selectFrom('notices')
    .leftJoin('outbox', 'outbox.key', 'notices.mail_key')
    .leftJoin('notice_settings', 'notice_settings.uid', 'notices.uid')
    .leftJoin('message_recipients', (join) =>
      join
        .onRef('message_recipients.message_id', '=', 'notices.subject')
        .onRef('message_recipients.uid', '=', 'notices.uid'),
    )
    .select(['notices.id', 'notices.uid', 'notices.kind', 'notices.subject', 'notices.detail'])
    .select(['notices.created_at', 'notices.read_at', 'notices.due_at', 'notices.mailed_at', 'notices.dropped_at'])
    .select(['notices.mail_key', 'notices.push_due_at', 'notices.pushed_at', 'notices.push_sent_at'])
    .select(['outbox.due_at as job_due_at', 'outbox.done_at as job_done_at', 'outbox.dead_at as job_dead_at'])
    .select(['outbox.last_error as job_error', 'notice_settings.mail'])
    .select(['message_recipients.state as recipient_state', 'message_recipients.reason as recipient_reason'])
    .select('message_recipients.changed_at as recipient_changed_at');

export type FoundDelivery = Awaited<ReturnType<typeof listOfMessage>>[number];

const aboutPlace = ['task.added', 'task.changed', 'task.reminder'] as const;

/** What people on these tasks were sent about them. */
export const listOnTasks = (read: Reader, tasks: readonly string[]) =>
  selectDeliveries(read)
    .innerJoin('attendances', (join) =>
      join.onRef('attendances.task_id', '=', 'notices.subject').onRef('attendances.uid', '=', 'notices.uid'),
    )
    .where('attendances.task_id', 'in', anyOf(tasks))
    .where('notices.kind', 'in', aboutPlace)
    .execute();

/** What people on these tasks were sent about several tasks of the project, which may be others. */
export const listAboutSeveral = (read: Reader, { pid }: ProjectScope, tasks: readonly string[]) =>
  selectDeliveries(read)
    .where('notices.uid', 'in', read.selectFrom('attendances').select('uid').where('task_id', 'in', anyOf(tasks)))
    .where('notices.pid', '=', pid)
    .where('notices.kind', '=', 'task.added')
    .where('notices.subject', 'like', `${severalPrefix}%`)
    .execute();

export const listOfMessage = (read: Reader, message: string, uids: readonly string[]) =>
  selectDeliveries(read)
    .where('notices.kind', '=', 'message')
    .where('notices.subject', '=', message)
    .where('notices.uid', 'in', anyOf(uids))
    .execute();

/** Whose notices, and which part of them: undefined for owners, who see everything about the project. */
export type Received = {
  uid: string;
  visible: { caller: string; tids: readonly string[]; isMember: boolean } | undefined;
};

/** The security of an account is nobody else's business, whatever project it is about. */
const shownKinds = noticeKinds.filter((kind) => !isSecurity(kind) && entryOf(kind).isPrivate !== true);
const kindsOf = (...groups: string[]) =>
  shownKinds.filter((kind) => groups.includes(entryOf(kind).group) && entryOf(kind).isForOrganisers !== true);

/**
 * Chiefs see what is about their teams and tasks, announcements to all, their own messages and, of people in their teams,
 * everything about tasks, which they see on the page of the person as well.
 */
const isVisible = ({ caller, tids, isMember }: NonNullable<Received['visible']>) => sql<SqlBool>`case
  when notices.kind in (${sql.join(kindsOf('tasks'))}) then ${
    isMember
      ? sql`1 = 1`
      : sql`exists (
    select 1 from tasks where tasks.id = notices.subject and tasks.tid in (${sql.join(anyOf(tids))}))`
  }
  when notices.kind in (${sql.join(kindsOf('teams', 'applications'))}) then notices.subject in (${sql.join(anyOf(tids))})
  when notices.kind = 'announcement' then exists (
    select 1 from announcements where announcements.id = notices.subject
      and (announcements.tid is null or announcements.tid in (${sql.join(anyOf(tids))})))
  when notices.kind = 'message' then exists (
    select 1 from messages where messages.id = notices.subject and messages.sender = ${caller})
  else 1 = 0 end`;

/** What somebody got about a project, newest first. */
export const listReceived = (
  read: Reader,
  { pid }: ProjectScope,
  { uid, visible }: Received,
  after: string | undefined,
  limit: number,
) =>
  selectDeliveries(read)
    .innerJoin('projects', 'projects.pid', 'notices.pid')
    .leftJoin('people', 'people.uid', 'notices.actor')
    .select(['notices.pid', 'projects.name as project', 'projects.timezone', 'people.name as actor'])
    .select('notices.previous')
    .where('notices.uid', '=', uid)
    .where('notices.pid', '=', pid)
    .where('notices.kind', 'in', shownKinds)
    .$if(visible !== undefined, (query) => query.where(isVisible(visible ?? { caller: '', tids: [], isMember: false })))
    .$if(after !== undefined, (query) => query.where('notices.id', '<', after ?? ''))
    .orderBy('notices.id', 'desc')
    .limit(limit)
    .execute();

/** Recipients of a message with their notices of it. */
const selectRecipients = (read: Reader, message: string) =>
  read
    .selectFrom('message_recipients')
    .leftJoin('notices', (join) =>
      join
        .on('notices.kind', '=', 'message')
        .onRef('notices.subject', '=', 'message_recipients.message_id')
        .onRef('notices.uid', '=', 'message_recipients.uid'),
    )
    .where('message_recipients.message_id', '=', message);

/**
 * A subquery: recipients who have got no email and no notification on a device, and have not read the message. Those who
 * have left or for whom it was stopped are not meant any more.
 */
export function unreachedRecipients(read: Reader, message: string, sendsMail: boolean) {
  const states = sendsMail ? (['refused', 'failed'] as const) : (['sent', 'refused', 'failed'] as const);
  return selectRecipients(read, message)
    .select('message_recipients.id')
    .where('notices.read_at', 'is', null)
    .where('notices.push_due_at', 'is', null)
    .where('notices.push_sent_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('message_recipients.state', 'in', states),
        eb.and({ 'message_recipients.state': 'skipped', 'message_recipients.reason': 'unsubscribed' }),
      ]),
    );
}

/** How many recipients of a message have read it, and how many it has not reached. */
export async function countReached(read: Reader, message: string, sendsMail: boolean) {
  const { seen } = await selectRecipients(read, message)
    .select(({ fn }) => fn.count('notices.read_at').as('seen'))
    .executeTakeFirstOrThrow();
  const { unreached } = await read
    .selectFrom(unreachedRecipients(read, message, sendsMail).as('found'))
    .select(({ fn }) => fn.countAll().as('unreached'))
    .executeTakeFirstOrThrow();
  return { read: Number(seen), unreached: Number(unreached) };
}
