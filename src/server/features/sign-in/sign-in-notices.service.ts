import { pagePath } from '../../../shared/pages.ts';
import type { Config } from '../../config.ts';
import type { Trx } from '../../db/db.ts';
import { addSeconds, days, timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { nameForMail } from '../../lib/mail/web-address.ts';
import { randomText, sha256 } from '../../lib/secrets.ts';
import type { MailQueue } from '../mail/mail.service.ts';
import { languagesOf } from '../people/people.service.ts';
import { notifyAccount } from '../notices/notify.service.ts';
import { insertNotMeLink } from './not-me.queries.ts';
import { signInChangedMail } from './sign-in-changed.mail.ts';
import type { SignInChange } from './sign-in-changed.mail.ts';

const notMeSeconds = days(7);

type Services = { config: Config; clock: Clock; mailQueue: MailQueue };
/** `passkey`: the passkey that was added, which stops working if the person says that it was not them. */
type Notice = SignInChange & { key: string; uid: string; to: string; passkey?: string };

/** Warns the person about a change to how they sign in, in case somebody else made it. */
export async function notifySignInChange(
  trx: Trx,
  { config, clock, mailQueue }: Services,
  { key, uid, to, passkey, change, what = '' }: Notice,
): Promise<void> {
  // In the fragment, which browsers do not send, so that no log has it. Opening the link changes nothing: a mail
  // scanner may open it.
  const code = `notme_${randomText(32)}`;
  const expires_at = timestamp(addSeconds(clock.now(), notMeSeconds));
  await insertNotMeLink(trx, { token_hash: sha256(code), uid, passkey_id: passkey ?? null, expires_at });
  const language = (await languagesOf(trx, [to])).get(to);
  const mail = signInChangedMail({
    language,
    change,
    what: nameForMail(what),
    link: `${config.baseUrl}${pagePath('/me/security')}`,
    notMeLink: `${config.baseUrl}${pagePath('/not-me')}#code=${code}`,
  });
  await mailQueue.add(trx, key, { to, for: { uid }, ...mail });
  const values = what === '' ? { change } : { change, what };
  await notifyAccount(trx, { actor: null, now: clock.now() }, [
    { kind: 'security.sign_in_changed', uid, pid: null, subject: '', values },
  ]);
}
