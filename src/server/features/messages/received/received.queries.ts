import type { Reader } from '../../../db/db.ts';

/** A message that was sent to this person, also if they turned the mail off. */
export const findReceived = (read: Reader, id: string, uid: string) =>
  read
    .selectFrom('message_recipients')
    .innerJoin('messages', 'messages.id', 'message_recipients.message_id')
    .innerJoin('projects', 'projects.pid', 'messages.pid')
    .innerJoin('people', 'people.uid', 'message_recipients.uid')
    .leftJoin('people as senders', 'senders.uid', 'messages.sender')
    .select(['messages.id', 'messages.pid', 'messages.subject', 'messages.body', 'messages.started_at'])
    .select(['projects.name as project', 'projects.timezone', 'senders.name as sender'])
    .select(['people.uid', 'people.name', 'people.language'])
    .where('message_recipients.message_id', '=', id)
    .where('message_recipients.uid', '=', uid)
    .where('message_recipients.state', '!=', 'cancelled')
    .where((eb) =>
      eb.or([eb('message_recipients.state', '!=', 'skipped'), eb('message_recipients.reason', '=', 'unsubscribed')]),
    )
    .executeTakeFirst();
