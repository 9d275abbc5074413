import type { Config } from '../../../config.ts';
import type { Reader } from '../../../db/db.ts';
import { isEmail } from '../../../lib/text.ts';
import { fieldsIn } from '../fields.policy.ts';
import { replyAddress } from '../messages.policy.ts';
import { listMailingLists } from '../messages.queries.ts';
import { bodyOf } from './message.mail.ts';
import { findContent } from './sending.queries.ts';

type Content = Awaited<ReturnType<typeof readContent>>;

async function readContent(read: Reader, { baseUrl }: Config, id: string) {
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

/** Reads each message once: it does not change while it is being sent. */
export function contents(read: Reader, config: Config): (id: string) => Promise<Content> {
  const known = new Map<string, Promise<Content>>();
  return (id) => {
    const content = known.get(id) ?? readContent(read, config, id);
    known.set(id, content);
    return content;
  };
}
