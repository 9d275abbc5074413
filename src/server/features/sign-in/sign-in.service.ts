import { pagePath } from '../../../shared/pages.ts';
import { deleteSession, insertSession } from '../../auth/auth.queries.ts';
import { sessionSeconds } from '../../auth/caller.ts';
import type { Person } from '../../auth/caller.ts';
import { resetUnusedLinks } from '../../auth/mailbox-limits.ts';
import type { Config } from '../../config.ts';
import type { Db, Trx } from '../../db/db.ts';
import type { SignInLinksTable } from '../../db/tables.ts';
import { fail } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { addSeconds, hours, minutes, timestamp } from '../../lib/clock.ts';
import { newId, randomDigits, randomText, sha256 } from '../../lib/secrets.ts';
import type { Keyring } from '../../lib/seal.ts';
import { normaliseEmail } from '../../lib/text.ts';
import { admitConfigured } from '../administrators/administrators.service.ts';
import { record } from '../audit/audit.service.ts';
import type { MailQueue } from '../mail/mail.service.ts';
import {
  completeSetUp,
  findPersonByEmail,
  findOrCreatePerson,
  isSetUp,
  lockPerson,
  isAdmitted,
} from '../people/people.service.ts';
import type { InspectedLink, LinkRequest, SignedIn, SignedInByMail, SignInRequest } from './sign-in.schema.ts';
import { signInClosedMail } from './sign-in-closed.mail.ts';
import { signInLinkMail } from './sign-in-link.mail.ts';
import { findLink, insertLink, useLink } from './sign-in.queries.ts';
import { signInSuspendedMail } from './sign-in-suspended.mail.ts';

export const linkSeconds = minutes(15);
const setUpSeconds = hours(24);

type Services = { db: Db; config: Config; clock: Clock; mailQueue: MailQueue };

/** Known, new and suspended addresses take the same steps, so that neither response nor timing tells them apart. */
export async function requestLink(
  { db, config, clock, mailQueue }: Services,
  { email, language, next }: LinkRequest,
  browserSecret: string,
  /** Charges the mailbox, and fails if it is full: then nothing is queued and nothing is charged. */
  charge: (trx: Trx) => Promise<void>,
): Promise<void> {
  const address = normaliseEmail(email);
  await db.transaction(async (trx) => {
    await charge(trx);
    const person = await findPersonByEmail(trx, address);
    const code = randomDigits(6);
    const link = await createLink(trx, config, clock, {
      purpose: 'sign_in',
      email: address,
      seconds: linkSeconds,
      browser_hash: sha256(browserSecret),
      code_hash: codeHash(browserSecret, code),
      next_path: next ?? null,
    });
    const suspended = person !== undefined && person.suspended_at !== null;
    const preferred = person?.language ?? language;
    const admitted = await isAdmitted(trx, config, address, clock.now());
    const mail = suspended
      ? signInSuspendedMail({ language: preferred, link })
      : admitted
        ? signInLinkMail({ language: preferred, link, code })
        : signInClosedMail({ language: preferred });
    const until = timestamp(addSeconds(clock.now(), linkSeconds));
    await mailQueue.add(trx, `sign-in:${sha256(link)}`, { to: address, for: null, ...mail, until });
  });
}

const linkOf = (config: Config, token: string): string => `${config.baseUrl}${pagePath('/sign-in')}#token=${token}`;

/** Together with the secret of the browser: the hash of six digits alone would be easy to reverse. */
export const codeHash = (browserSecret: string, code: string): string => sha256(`${browserSecret} ${code}`);

type NewLink = Pick<SignInLinksTable, 'purpose' | 'email'> &
  Partial<Pick<SignInLinksTable, 'browser_hash' | 'code_hash' | 'next_path'>> & { seconds: number };

/** The token is in the fragment, which browsers never send to a server, so it cannot end up in a log. */
export async function createLink(
  trx: Trx,
  config: Config,
  clock: Clock,
  { seconds, ...link }: NewLink,
): Promise<string> {
  const now = clock.now();
  const token = `${link.purpose === 'set_up' ? 'setup' : 'link'}_${randomText(32)}`;
  await insertLink(trx, {
    ...link,
    token_hash: sha256(token),
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

/** The browser in which a link is opened: its cookie from requesting links, and whether somebody is signed in there. */
export type OpeningBrowser = { secret: string | undefined; hasSession: boolean };

/**
 * Prevents login CSRF: without it, another site could open a link of its own account in somebody's browser, and what
 * they enter next would go to that account.
 */
const mustConfirm = (browserHash: string | null, { secret, hasSession }: OpeningBrowser): boolean =>
  hasSession || secret === undefined || browserHash !== sha256(secret);

/** Does not use the link up. Its holder can read the mailbox, so the full address may be shown. */
export async function inspectLink(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
  browser: OpeningBrowser,
): Promise<InspectedLink> {
  const link = (await findLink(db.read, sha256(token), timestamp(clock.now()))) ?? fail('invalid_link');
  return { email: link.email, name: link.name ?? '', confirm: mustConfirm(link.browser_hash, browser) };
}

export type SignInOutcome<P = SignedIn> = { person: P; sessionToken: string };

type SignInServices = Pick<Services, 'db' | 'clock' | 'config'> & { keys: Keyring };

export async function signIn(
  services: SignInServices,
  { token, ...input }: SignInRequest,
  browser: OpeningBrowser & { device: string; language: string | undefined },
): Promise<SignInOutcome<SignedInByMail>> {
  const now = services.clock.now();
  return services.db.transaction((trx) =>
    exchangeLink(trx, now, services, {
      ...input,
      tokenHash: sha256(token),
      device: browser.device,
      language: browser.language,
      ...(input.confirmed === true ? {} : { browser }),
    }),
  );
}

/** `browser`: where the link was opened, if the person has not confirmed the account. */
type Exchange = Pick<SignInRequest, 'email' | 'name'> & {
  tokenHash: string;
  device: string;
  language: string | undefined;
  browser?: OpeningBrowser;
};

/** Uses a link up and starts a session for its account. */
export async function exchangeLink(
  trx: Trx,
  now: Date,
  { config, keys }: Pick<SignInServices, 'config' | 'keys'>,
  input: Exchange,
): Promise<SignInOutcome<SignedInByMail>> {
  const link = (await useLink(trx, input.tokenHash, timestamp(now))) ?? fail('invalid_link');
  const setUp = link.purpose === 'set_up';
  // The set-up link needs no question: its page asks for the address and name of the account.
  if (!setUp && input.browser !== undefined && mustConfirm(link.browser_hash, input.browser)) fail('confirm_sign_in');
  if (!setUp) await resetUnusedLinks(trx, link.email);
  if (setUp && !(await completeSetUp(trx, now))) fail('invalid_link');
  const email = setUp && input.email !== undefined ? normaliseEmail(input.email) : link.email;
  // An invitation may have been revoked since the link was mailed.
  if (!setUp && !(await isAdmitted(trx, config, email, now))) fail('registration_closed');
  const name = (input.name ?? '').trim();
  const person = await findOrCreatePerson(trx, now, { email, name, administrator: setUp, language: input.language });
  // No session for an account that is being erased. The link stays valid for a new account.
  if ((await lockPerson(trx, person.uid)) === undefined) fail('invalid_link');
  await admitConfigured(trx, now, { config, keys }, person);
  const sessionToken = await startSession(trx, now, person.uid, input.device);
  return { person: { uid: person.uid, email: person.email, name: person.name, next: link.next_path }, sessionToken };
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
