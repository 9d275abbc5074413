import type { Config } from '../../../config.ts';
import type { Reader } from '../../../db/db.ts';
import { isEmail } from '../../../lib/text.ts';
import { fieldsIn } from '../fields.policy.ts';
import { replyAddress } from '../messages.policy.ts';
import { listMailingLists } from '../messages.queries.ts';
import { bodyOf } from './message.mail.ts';
import { findContent } from './sending.queries.ts';

/** What all recipients of a message have in common. */
export async function contents(read: Reader, { baseUrl }: Config, id: string) {
  const row = await findContent(read, id);
  if (row === undefined) throw new Error('the message is gone');
  const lists = await listMailingLists(read, row.pid);
  const replyTo = replyAddress(row.reply_to, row.sender_email, lists);
  return {
    message: {
      id,
      subject: row.subject,
      body: row.body,
      project: row.project,
      sender: row.sender ?? '',
      replyTo: replyTo !== null && isEmail(replyTo) ? replyTo : null,
    },
    body: await bodyOf(row.body),
    occasion: { pid: row.pid, timezone: row.timezone, baseUrl, used: fieldsIn(row.body) },
  };
}
