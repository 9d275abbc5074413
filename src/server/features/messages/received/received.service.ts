import type { Config } from '../../../config.ts';
import type { Db } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import { timestamp } from '../../../lib/clock.ts';
import { fieldsIn, fillInMarkdown } from '../fields.policy.ts';
import type { ReceivedMessage } from '../messages.schema.ts';
import { valuesOf } from '../sending/values.service.ts';
import { findReceived } from './received.queries.ts';

type Services = { db: Db; clock: Clock; config: Config };

/** With the values that the person has now. */
export async function readReceived({ db, clock, config }: Services, uid: string, id: string): Promise<ReceivedMessage> {
  const row = await findReceived(db.read, id, uid);
  if (row === undefined) return fail('not_found', { detail: 'You have no such message' });
  const { pid, timezone } = row;
  const occasion = { pid, timezone, baseUrl: config.baseUrl, now: timestamp(clock.now()), used: fieldsIn(row.body) };
  const values = (await valuesOf(db.read, [row], occasion)).get(uid);
  return {
    id,
    pid,
    project: row.project,
    sender: row.sender,
    subject: row.subject,
    body: values === undefined ? row.body : fillInMarkdown(row.body, values),
    reply_to: row.reply_address,
    sent_at: row.started_at ?? timestamp(clock.now()),
  };
}
