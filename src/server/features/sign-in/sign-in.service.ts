import { deleteSession, insertSession } from '../../auth/auth.queries.ts';
import { sessionSeconds } from '../../auth/caller.ts';
import type { Person } from '../../auth/caller.ts';
import type { Config } from '../../config.ts';
import type { Db, Trx } from '../../db/db.ts';
import type { SignInLinksTable } from '../../db/tables.ts';
import { fail } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { addSeconds, hours, minutes, timestamp } from '../../lib/clock.ts';
import { newId, randomText, sha256 } from '../../lib/secrets.ts';
import type { Keyring } from '../../lib/seal.ts';
import { normaliseEmail } from '../../lib/text.ts';
import { admitConfigured } from '../administrators/administrators.service.ts';
import { record } from '../audit/audit.service.ts';
import type { MailQueue } from '../mail/mail.service.ts';
import { completeSetUp, findAccount, findOrCreatePerson, isSetUp, lockPerson } from '../people/people.service.ts';
import type { LinkRequest, SignedIn, SignInRequest } from './sign-in.schema.ts';
import { signInLinkMail } from './sign-in-link.mail.ts';
import { insertLink, useLink } from './sign-in.queries.ts';
import { signInSuspendedMail } from './sign-in-suspended.mail.ts';

export const linkSeconds = minutes(15);
const setUpSeconds = hours(24);

type Services = { db: Db; config: Config; clock: Clock; mailQueue: MailQueue };

/** Known, new and suspended addresses take the same steps, so that neither response nor timing tells them apart. */
export async function requestLink(
  { db, config, clock, mailQueue }: Services,
  { email, language }: LinkRequest,
): Promise<void> {
  const address = normaliseEmail(email);
  await db.transaction(async (trx) => {
    const person = await findAccount(trx, address);
    const link = await createLink(trx, config, clock, { purpose: 'sign_in', email: address, seconds: linkSeconds });
    const suspended = person !== undefined && person.suspended_at !== null;
    const mail = suspended ? signInSuspendedMail({ language, link }) : signInLinkMail({ language, link });
    await mailQueue.add(trx, `sign-in:${sha256(link)}`, { to: address, ...mail });
  });
}

export const linkOf = (config: Config, token: string): string => `${config.baseUrl}/sign-in#token=${token}`;

type NewLink = Pick<SignInLinksTable, 'purpose' | 'email'> & { seconds: number };

/** The token is in the fragment, which browsers never send to a server, so it cannot end up in a log. */
export async function createLink(
  trx: Trx,
  config: Config,
  clock: Clock,
  { purpose, email, seconds }: NewLink,
): Promise<string> {
  const now = clock.now();
  const token = `${purpose === 'set_up' ? 'setup' : 'link'}_${randomText(32)}`;
  await insertLink(trx, {
    token_hash: sha256(token),
    purpose,
    email,
    created_at: timestamp(now),
    expires_at: timestamp(addSeconds(now, seconds)),
  });
  return linkOf(config, token);
}

/** For the first start. Several links may be printed; only the first one used works. */
export async function createSetUpLink({ db, config, clock }: Omit<Services, 'mailQueue'>): Promise<string | null> {
  if (await isSetUp(db.read)) return null;
  const email = config.adminEmails[0] ?? `admin@${new URL(config.baseUrl).hostname}`;
  return db.transaction((trx) => createLink(trx, config, clock, { purpose: 'set_up', email, seconds: setUpSeconds }));
}

export type SignInOutcome = { person: SignedIn; sessionToken: string };

export async function signIn(
  { db, clock, config, keys }: Omit<Services, 'mailQueue'> & { keys: Keyring },
  input: SignInRequest,
  device: string,
): Promise<SignInOutcome> {
  const now = clock.now();
  return db.transaction(async (trx) => {
    const link = await useLink(trx, sha256(input.token), timestamp(now));
    if (link === undefined) return fail('invalid_link');
    const setUp = link.purpose === 'set_up';
    if (setUp && !(await completeSetUp(trx, now))) return fail('invalid_link');
    const email = setUp && input.email !== undefined ? normaliseEmail(input.email) : link.email;
    const person = await findOrCreatePerson(trx, now, { email, name: (input.name ?? '').trim(), administrator: setUp });
    // No session for an account that is being erased. The link stays valid for a new account.
    if ((await lockPerson(trx, person.uid)) === undefined) return fail('invalid_link');
    await admitConfigured(trx, now, { config, keys }, person);
    const sessionToken = await startSession(trx, now, person.uid, device);
    return { person: { uid: person.uid, email: person.email, name: person.name }, sessionToken };
  });
}

export async function startSession(
  trx: Trx,
  now: Date,
  uid: string,
  device: string,
  passkey: string | null = null,
): Promise<string> {
  const token = randomText(32);
  const id = newId(now);
  const at = timestamp(now);
  const expires_at = timestamp(addSeconds(now, sessionSeconds));
  await insertSession(trx, {
    id,
    token_hash: sha256(token),
    uid,
    device,
    created_at: at,
    last_seen_at: at,
    expires_at,
    passkey_id: passkey,
  });
  await record(trx, now, { actor: uid, kind: 'session.created', subject: uid });
  return token;
}

export async function signOut({ db, clock }: Pick<Services, 'db' | 'clock'>, person: Person): Promise<void> {
  await db.transaction(async (trx) => {
    await deleteSession(trx, person.credential.id);
    await record(trx, clock.now(), { actor: person.uid, kind: 'session.ended', subject: person.uid });
  });
}
