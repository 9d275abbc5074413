import type { Config } from '../../config.ts';
import type { Trx } from '../../db/db.ts';
import { nameForMail } from '../../lib/mail/web-address.ts';
import type { MailQueue } from '../mail/mail.service.ts';
import { languagesOf } from '../people/people.service.ts';
import { signInChangedMail } from './sign-in-changed.mail.ts';
import type { SignInChange } from './sign-in-changed.mail.ts';

type Services = { config: Config; mailQueue: MailQueue };

/** Warns the person about a change to how they sign in, in case somebody else made it. */
export async function notifySignInChange(
  trx: Trx,
  { config, mailQueue }: Services,
  { key, to, change, what = '' }: SignInChange & { key: string; to: string },
): Promise<void> {
  const link = `${config.baseUrl}/me/security`;
  const language = (await languagesOf(trx, [to])).get(to);
  await mailQueue.add(trx, key, { to, ...signInChangedMail({ change, what: nameForMail(what), link, language }) });
}
