import { deleteSession, insertSession } from '../../auth/auth.queries.ts';
import { sessionSeconds } from '../../auth/caller.ts';
import type { Person } from '../../auth/caller.ts';
import type { Config } from '../../config.ts';
import type { Db, Trx } from '../../db/db.ts';
import type { SignInLinksTable } from '../../db/tables.ts';
import { fail } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { addSeconds, hours, minutes, timestamp } from '../../lib/clock.ts';
import type { Language } from '../../http/language.ts';
import { newId, randomText, sha256 } from '../../lib/secrets.ts';
import { normaliseEmail } from '../../lib/text.ts';
import { record } from '../audit/audit.service.ts';
import type { MailQueue } from '../mail/mail.service.ts';
import { completeSetUp, findAccount, findOrCreatePerson, isSetUp, lockPerson } from '../people/people.service.ts';
import type { InspectedLink, LinkRequest, SignedIn, SignInRequest } from './sign-in.schema.ts';
import { signInLinkMail } from './sign-in-link.mail.ts';
import { findLink, insertLink, useLink } from './sign-in.queries.ts';
import { signInSuspendedMail } from './sign-in-suspended.mail.ts';

export const linkSeconds = minutes(15);
const setUpSeconds = hours(24);

type Services = { db: Db; config: Config; clock: Clock; mailQueue: MailQueue };

/** Known, new and suspended addresses take the same steps, so that neither response nor timing tells them apart. */
export async function requestLink(
  { db, config, clock, mailQueue }: Services,
  { email, language }: LinkRequest,
  browserSecret: string,
  /** Charges the mailbox, and fails if it is full: then nothing is queued and nothing is charged. */
  charge: (trx: Trx) => Promise<void>,
): Promise<void> {
  const address = normaliseEmail(email);
  await db.transaction(async (trx) => {
    await charge(trx);
    const person = await findAccount(trx, address);
    const link = await createLink(trx, config, clock, {
      purpose: 'sign_in',
      email: address,
      seconds: linkSeconds,
      browserSecret,
    });
    const suspended = person !== undefined && person.suspended_at !== null;
    const preferred = person?.language ?? language;
    const mail = suspended
      ? signInSuspendedMail({ language: preferred })
      : signInLinkMail({ language: preferred, link });
    const until = timestamp(addSeconds(clock.now(), linkSeconds));
    await mailQueue.add(trx, `sign-in:${sha256(link)}`, { to: address, ...mail, until });
  });
}

export const linkOf = (config: Config, token: string): string => `${config.baseUrl}/sign-in#token=${token}`;

type NewLink = Pick<SignInLinksTable, 'purpose' | 'email'> & { seconds: number; browserSecret?: string };

/** The token is in the fragment, which browsers never send to a server, so it cannot end up in a log. */
export async function createLink(
  trx: Trx,
  config: Config,
  clock: Clock,
  { purpose, email, seconds, browserSecret }: NewLink,
): Promise<string> {
  const now = clock.now();
  const token = `${purpose === 'set_up' ? 'setup' : 'link'}_${randomText(32)}`;
  await insertLink(trx, {
    token_hash: sha256(token),
    purpose,
    email,
    created_at: timestamp(now),
    expires_at: timestamp(addSeconds(now, seconds)),
    browser_hash: browserSecret === undefined ? null : sha256(browserSecret),
  });
  return linkOf(config, token);
}

/** For the first start. Several links may be printed; only the first one used works. */
export async function createSetUpLink({ db, config, clock }: Omit<Services, 'mailQueue'>): Promise<string | null> {
  if (await isSetUp(db.read)) return null;
  const email = config.adminEmails[0] ?? `admin@${new URL(config.baseUrl).hostname}`;
  return db.transaction((trx) => createLink(trx, config, clock, { purpose: 'set_up', email, seconds: setUpSeconds }));
}

/** The browser in which a link is opened: its cookie from requesting links, and whether somebody is signed in there. */
export type OpeningBrowser = { secret: string | undefined; hasSession: boolean };

/**
 * Prevents login CSRF: without it, another site could open a link of its own account in somebody's browser, and what
 * they enter next would go to that account.
 */
const mustConfirm = (browserHash: string | null, { secret, hasSession }: OpeningBrowser): boolean =>
  hasSession || secret === undefined || browserHash !== sha256(secret);

/** Does not use the link up. Whoever has it can read the mailbox, so the full address is no secret to them. */
export async function inspectLink(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
  browser: OpeningBrowser,
): Promise<InspectedLink> {
  const link = (await findLink(db.read, sha256(token), timestamp(clock.now()))) ?? fail('invalid_link');
  return { email: link.email, name: link.name ?? '', confirm: mustConfirm(link.browser_hash, browser) };
}

export type SignInOutcome = { person: SignedIn; sessionToken: string };

export async function signIn(
  { db, clock, config }: Omit<Services, 'mailQueue'>,
  input: SignInRequest,
  browser: OpeningBrowser & { device: string; language: Language | undefined },
): Promise<SignInOutcome> {
  const now = clock.now();
  return db.transaction(async (trx) => {
    const link = await useLink(trx, sha256(input.token), timestamp(now));
    if (link === undefined) return fail('invalid_link');
    const setUp = link.purpose === 'set_up';
    // The set-up link needs no question: its page asks for the address and name of the account.
    if (!setUp && input.confirmed !== true && mustConfirm(link.browser_hash, browser)) return fail('confirm_sign_in');
    if (setUp && !(await completeSetUp(trx, now))) return fail('invalid_link');
    const email = setUp && input.email !== undefined ? normaliseEmail(input.email) : link.email;
    const name = (input.name ?? '').trim();
    const { language } = browser;
    const person = await findOrCreatePerson(trx, now, { email, name, administrator: setUp, language });
    if (person.suspended_at !== null) return fail('suspended');
    // No session for an account that is being erased. The link stays valid for a new account.
    if ((await lockPerson(trx, person.uid)) === undefined) return fail('invalid_link');
    // Only administrators complete the set-up, so that a visitor cannot lock the operator out.
    if (config.adminEmails.includes(email)) await completeSetUp(trx, now);
    const sessionToken = await startSession(trx, now, person.uid, browser.device);
    return { person: { uid: person.uid, email: person.email, name: person.name }, sessionToken };
  });
}

/** `provedAt`: when the person proved who they are, if that was not now. */
type SessionProof = { passkey?: string | null; provedAt?: string | null };

export async function startSession(
  trx: Trx,
  now: Date,
  uid: string,
  device: string,
  { passkey = null, provedAt = null }: SessionProof = {},
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
    proved_at: provedAt,
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
