import type { Config } from '../../../config.ts';
import type { Person } from '../../../auth/caller.ts';
import type { Db } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import type { Keyring } from '../../../lib/seal.ts';
import type { Clock } from '../../../lib/clock.ts';
import { timestamp } from '../../../lib/clock.ts';
import { fieldsIn, fillInMarkdown } from '../fields.policy.ts';
import type { ReceivedMessage } from '../messages.schema.ts';
import { valuesOf } from '../sending/values.service.ts';
import { findReceived } from './received.queries.ts';

type Services = { db: Db; clock: Clock; config: Config; keys: Keyring };

/** Fills in the values that the person has now; codes unless an API token may not read private data. */
export async function readReceived(
  { db, clock, config, keys }: Services,
  { uid, credential }: Person,
  id: string,
): Promise<ReceivedMessage> {
  const row = await findReceived(db.read, id, uid);
  if (row === undefined) return fail('not_found', { detail: 'You have no such message' });
  const { pid, timezone } = row;
  const at = { pid, timezone, baseUrl: config.baseUrl, now: timestamp(clock.now()) };
  const occasion = { ...at, used: fieldsIn(row.body), ...(credential.readsPrivate ? { codes: keys } : {}) };
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
