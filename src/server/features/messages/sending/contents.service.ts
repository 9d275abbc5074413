import type { Config } from '../../../config.ts';
import type { Reader } from '../../../db/db.ts';
import { isEmail } from '../../../lib/text.ts';
import { fieldsIn } from '../fields.policy.ts';
import { replyAddress } from '../messages.policy.ts';
import type { ReplyTo } from '../messages.policy.ts';
import { listMailingLists } from '../messages.queries.ts';
import { bodyOf } from './message.mail.ts';
import { findContent } from './sending.queries.ts';

type Replies = { pid: string; reply_to: ReplyTo; sender_email: string | null };

/** Where answers go, at this moment. It is kept with a message when it is sent. */
export async function currentReplyAddress(read: Reader, { pid, reply_to, sender_email }: Replies) {
  const address = replyAddress(reply_to, sender_email, await listMailingLists(read, pid));
  return address !== null && isEmail(address) ? address : null;
}

/** What all recipients of a message have in common. */
export async function contents(read: Reader, { baseUrl }: Config, id: string) {
  const row = await findContent(read, id);
  if (row === undefined) throw new Error('the message is gone');
  return {
    message: {
      id,
      subject: row.subject,
      body: row.body,
      pid: row.pid,
      project: row.project,
      sender: row.sender ?? '',
      replyTo: row.reply_address ?? (await currentReplyAddress(read, row)),
    },
    body: await bodyOf(row.body),
    occasion: { pid: row.pid, timezone: row.timezone, baseUrl, used: fieldsIn(row.body) },
  };
}
