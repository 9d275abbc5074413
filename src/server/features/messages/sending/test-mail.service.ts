import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor } from '../../../auth/project-role.ts';
import type { Config } from '../../../config.ts';
import type { Db } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId } from '../../../lib/secrets.ts';
import type { MailQueue } from '../../mail/mail.service.ts';
import { findRecipient } from '../messages.queries.ts';
import { contents } from './contents.service.ts';
import { testMail } from './message.mail.ts';
import { projectNames, valuesOf } from './values.service.ts';

type Services = { db: Db; config: Config; mailQueue: MailQueue };

/** The message as it would arrive, to its author. They asked for it, so it does not count for their mailbox. */
export async function sendTest({ db, config, mailQueue }: Services, actor: Actor, id: string): Promise<void> {
  const { uid, now, caller } = actor;
  const person = (await findRecipient(db.read, uid)) ?? fail('not_signed_in');
  const { message, body, occasion } = await contents(db.read, config, id);
  const values = (await valuesOf(db.read, [person], { ...occasion, now: timestamp(now) })).get(uid);
  if (values === undefined) throw new Error('no values for the author');
  const project = (await projectNames(db.read, message, [person]))(person);
  const mail = testMail({ ...message, project }, body(values), person, { baseUrl: config.baseUrl });
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    await mailQueue.add(trx, `message-test:${id}:${newId(now)}`, { ...mail, for: { uid } });
  });
}
