import type { Reader } from '../../../db/db.ts';

/** Messages that were sent to people, also if they turned the mail off. Not those cancelled before. */
const received = (read: Reader, uid: string) =>
  read
    .selectFrom('message_recipients')
    .innerJoin('messages', 'messages.id', 'message_recipients.message_id')
    .where('message_recipients.uid', '=', uid)
    .where('message_recipients.state', '!=', 'cancelled')
    .where((eb) =>
      eb.or([eb('message_recipients.state', '!=', 'skipped'), eb('message_recipients.reason', '=', 'unsubscribed')]),
    );

export const findReceived = (read: Reader, id: string, uid: string) =>
  received(read, uid)
    .innerJoin('projects', 'projects.pid', 'messages.pid')
    .innerJoin('people', 'people.uid', 'message_recipients.uid')
    .leftJoin('people as senders', 'senders.uid', 'messages.sender')
    .select(['messages.id', 'messages.pid', 'messages.subject', 'messages.body', 'messages.started_at'])
    .select('messages.reply_address')
    .select(['projects.name as project', 'projects.timezone', 'senders.name as sender'])
    .select(['people.uid', 'people.name', 'people.language'])
    .where('message_recipients.message_id', '=', id)
    .executeTakeFirst();

/** The export of a person's data uses it. */
export const listReceivedBy = (read: Reader, uid: string) =>
  received(read, uid)
    .select(['messages.pid', 'messages.subject', 'messages.body'])
    .select(['message_recipients.state', 'message_recipients.reason', 'message_recipients.changed_at'])
    .orderBy('message_recipients.id')
    .execute();
