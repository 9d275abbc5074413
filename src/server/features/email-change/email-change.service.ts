import { pagePath } from '../../../shared/pages.ts';
import type { Person } from '../../auth/caller.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import type { Config } from '../../config.ts';
import type { Db, Trx } from '../../db/db.ts';
import { fail, failField } from '../../errors.ts';
import { addSeconds, days, hours, timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId, randomText, sha256 } from '../../lib/secrets.ts';
import { normaliseEmail } from '../../lib/text.ts';
import { record } from '../audit/audit.service.ts';
import type { MailQueue } from '../mail/mail.service.ts';
import { notifyAccount } from '../notices/notify.service.ts';
import { requireMayChange } from '../passkeys/passkeys.service.ts';
import { canTakeAddress, languagesOf, lockPerson } from '../people/people.service.ts';
import { deputiesOf } from '../projects/grants/ending.service.ts';
import { endCredentialsAndWork } from '../sessions/sessions.service.ts';
import { freezeFactorsOf } from '../sign-in/not-me.service.ts';
import { touchListingsOf } from '../teams/teams.service.ts';
import { confirmEmailMail, emailChangedMail, emailTakenMail } from './email-change.mail.ts';
import {
  deleteLinksTo,
  deleteSince,
  findReversible,
  moveInvitations,
  replacePending,
  setEmail,
  takePending,
} from './email-change.queries.ts';
import type { EmailChangeRequest } from './email-change.schema.ts';

const confirmSeconds = hours(1);
const revertSeconds = days(7);

type Services = { db: Db; config: Config; clock: Clock; mailQueue: MailQueue };

const languageOf = async (trx: Trx, { email }: Person) => (await languagesOf(trx, [email])).get(email);

/** The same steps and the same answer whether or not the address can be used, so that nobody learns who has an account. */
export async function requestEmailChange(
  { db, config, clock, mailQueue }: Services,
  caller: Person,
  request: EmailChangeRequest,
  /** Charges the mailbox, and fails if it is full: then nothing is queued and nothing is charged. */
  charge: (trx: Trx) => Promise<void>,
): Promise<void> {
  const now = clock.now();
  const { uid } = caller;
  const address = normaliseEmail(request.email);
  if (address === caller.email) failField('/email', 'is the address of the account already');
  // ADMIN_EMAIL names an address: the next owner of the mailbox would become an administrator.
  if (config.adminEmails.includes(caller.email))
    fail('not_allowed', { detail: 'This address is named in ADMIN_EMAIL; ask the operator of this installation' });
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    await requireMayChange(trx, caller, now);
    await charge(trx);
    const token = `email_${randomText(32)}`;
    await replacePending(trx, {
      token_hash: sha256(token),
      uid,
      old_email: caller.email,
      new_email: address,
      created_at: timestamp(now),
      expires_at: timestamp(addSeconds(now, confirmSeconds)),
    });
    const usable = await canTakeAddress(trx, config, address, now);
    const link = `${config.baseUrl}${pagePath('/email')}#token=${token}`;
    const language = (await languageOf(trx, caller)) ?? request.language;
    const mail = usable ? confirmEmailMail({ language, link }) : emailTakenMail({ language });
    const until = timestamp(addSeconds(now, confirmSeconds));
    await mailQueue.add(trx, `email-change:${newId(now)}`, { to: address, for: { uid }, ...mail, until });
    await record(trx, now, { actor: uid, kind: 'email.requested', subject: uid });
  });
}

/**
 * Only for the person who asked, in their session: otherwise somebody could get the owner of another mailbox to confirm,
 * who would then sign in to an account that is not theirs alone.
 */
export async function confirmEmailChange({ db, config, clock, mailQueue }: Services, caller: Person, token: string) {
  const now = clock.now();
  const { uid } = caller;
  const code = `revert_${randomText(32)}`;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    await requireMayChange(trx, caller, now);
    const revertUntil = timestamp(addSeconds(now, revertSeconds));
    const confirmation = { tokenHash: sha256(token), uid, now: timestamp(now), revertHash: sha256(code), revertUntil };
    const change = (await takePending(trx, confirmation)) ?? fail('invalid_link');
    // The address may have changed since, or got an account.
    if (change.old_email !== caller.email) fail('invalid_link');
    if (!(await canTakeAddress(trx, config, change.new_email, now))) fail('invalid_link');
    const language = await languageOf(trx, caller);
    await moveTo(trx, uid, change.old_email, change.new_email);
    await record(trx, now, { actor: uid, kind: 'email.changed', subject: uid });
    const link = `${config.baseUrl}${pagePath('/email-revert')}#code=${code}`;
    const mail = emailChangedMail({ language, email: change.new_email, link });
    await mailQueue.add(trx, `email-changed:${newId(now)}`, { to: change.old_email, for: { uid }, ...mail });
    await notifyAccount(trx, { actor: null, now }, [{ kind: 'security.email_changed', uid, pid: null, subject: '' }]);
  });
}

/** Needs no session, because the link in the notice to the old address is proof enough. */
export async function revertEmailChange({ db, clock }: Pick<Services, 'db' | 'clock'>, code: string): Promise<void> {
  const now = clock.now();
  await db.transaction(async (trx) => {
    const found = (await findReversible(trx, sha256(code), timestamp(now))) ?? fail('invalid_link');
    const deputies = await deputiesOf(trx, found.uid, now);
    const person = (await lockPerson(trx, found.uid, deputies)) ?? fail('invalid_link');
    const { uid } = person;
    if (!(await deleteSince(trx, uid, found.created_at))) fail('invalid_link');
    await endCredentialsAndWork(trx, { actor: null, now: clock.now() }, person);
    await moveTo(trx, uid, person.email, found.old_email);
    // Notices about passkeys that were added since went to the address that is being taken back.
    await freezeFactorsOf(trx, uid, now, found.created_at);
    // Anybody with the link can do this, so no actor is recorded.
    await record(trx, now, { actor: null, kind: 'email.reverted', subject: uid });
  });
}

async function moveTo(trx: Trx, uid: string, from: string, to: string): Promise<void> {
  await deleteLinksTo(trx, from);
  if (from !== to && !(await setEmail(trx, uid, to))) fail('invalid_link');
  await moveInvitations(trx, from, to);
  // The listing shows a hash of the address.
  await touchListingsOf(trx, uid);
}
