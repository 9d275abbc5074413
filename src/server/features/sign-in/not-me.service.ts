import { pagePath } from '../../../shared/pages.ts';
import type { Config } from '../../config.ts';
import type { Db, Trx } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import { addSeconds, hours, timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId, sha256 } from '../../lib/secrets.ts';
import { record } from '../audit/audit.service.ts';
import type { MailQueue } from '../mail/mail.service.ts';
import { languagesOf, lockPerson } from '../people/people.service.ts';
import { deputiesOf } from '../projects/grants/ending.service.ts';
import { endCredentialsAndWork } from '../sessions/sessions.service.ts';
import { accountSecuredMail } from './account-secured.mail.ts';
import { blockPasskey, blockPasskeysSince, freezeFactors, consumeNotMeLink } from './not-me.queries.ts';

const freezeSeconds = hours(24);

/**
 * After somebody has reported a change: how the person signs in cannot be changed for a day, and passkeys that were added
 * since that change do not sign in.
 */
export async function freezeFactorsOf(trx: Trx, uid: string, now: Date, changedAt: string): Promise<void> {
  const until = timestamp(addSeconds(now, freezeSeconds));
  await freezeFactors(trx, uid, until);
  await blockPasskeysSince(trx, uid, changedAt, until);
}

type Services = { db: Db; config: Config; clock: Clock; mailQueue: MailQueue };

/**
 * The link of a notice: "this was not me". Ends all sessions, tokens and consents to share data, stops what was made with
 * the account, and freezes changes to how the person signs in.
 * It removes no passkey for good: otherwise access to the mailbox would be enough to get rid of somebody's passkeys.
 */
export async function secureAccount({ db, config, clock, mailQueue }: Services, code: string): Promise<void> {
  const now = clock.now();
  const until = timestamp(addSeconds(now, freezeSeconds));
  await db.transaction(async (trx) => {
    const link = (await consumeNotMeLink(trx, sha256(code), timestamp(now))) ?? fail('invalid_link');
    const { uid, email } =
      (await lockPerson(trx, link.uid, await deputiesOf(trx, link.uid, now))) ?? fail('invalid_link');
    await endCredentialsAndWork(trx, { actor: null, now: clock.now() }, { uid, email });
    await freezeFactors(trx, uid, until);
    if (link.passkey_id !== null) await blockPasskey(trx, uid, link.passkey_id, until);
    // Anybody with the link can do this, so no actor is recorded.
    await record(trx, now, { actor: null, kind: 'account.secured', subject: uid });
    const language = (await languagesOf(trx, [email])).get(email);
    const mail = accountSecuredMail({ language, link: `${config.baseUrl}${pagePath('/me/security')}` });
    await mailQueue.add(trx, `account-secured:${newId(now)}`, { to: email, for: { uid }, ...mail });
  });
}
