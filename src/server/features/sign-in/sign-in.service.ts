import { deleteSession, insertSession } from '../../auth/auth.queries.ts';
import { sessionSeconds } from '../../auth/caller.ts';
import type { Person } from '../../auth/caller.ts';
import type { Config } from '../../config.ts';
import type { Db, Trx } from '../../db/db.ts';
import type { SignInLinksTable } from '../../db/tables.ts';
import { fail } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { addSeconds, hours, minutes, timestamp } from '../../lib/clock.ts';
import type { Mail } from '../../lib/mailer.ts';
import { newId, randomText, sha256 } from '../../lib/secrets.ts';
import { normaliseEmail } from '../../lib/text.ts';
import { record } from '../audit/audit.service.ts';
import type { Outbox } from '../outbox/outbox.service.ts';
import { findOrCreatePerson, findPersonByEmail, lockPeople, isSetUp, markSetUp } from '../people/people.service.ts';
import type { LinkRequest, SignedIn, SignInRequest } from './sign-in.schema.ts';
import { insertLink, useLink } from './sign-in.queries.ts';

export const linkSeconds = minutes(15);
const setUpSeconds = hours(24);

type Services = { db: Db; config: Config; clock: Clock; outbox: Outbox };

/** Known, new and suspended addresses take the same steps: neither words nor time tell them apart. */
export async function requestLink(
  { db, config, clock, outbox }: Services,
  { email, language }: LinkRequest,
): Promise<void> {
  const address = normaliseEmail(email);
  await db.transaction(async (trx) => {
    const person = await findPersonByEmail(trx, address);
    const link = await createLink(trx, config, clock, { purpose: 'sign_in', email: address, seconds: linkSeconds });
    const suspended = person !== undefined && person.suspended_at !== null;
    const write = language === 'zh-TW' ? mailInChinese : mailInEnglish;
    await outbox.post(trx, `sign-in:${sha256(link)}`, write(address, suspended ? null : link));
  });
}

export const linkOf = (config: Config, token: string): string => `${config.baseUrl}/sign-in#token=${token}`;

type NewLink = Pick<SignInLinksTable, 'purpose' | 'email'> & { seconds: number };

/** The token stands in the fragment, which browsers send to no server and so to no log. */
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

/** For a first start with no accounts. Several may be printed; only the first one used sets anything up. */
export async function createSetUpLink({ db, config, clock }: Omit<Services, 'outbox'>): Promise<string | null> {
  if (await isSetUp(db.read)) return null;
  const email = config.adminEmails[0] ?? `admin@${new URL(config.baseUrl).hostname}`;
  return db.transaction((trx) => createLink(trx, config, clock, { purpose: 'set_up', email, seconds: setUpSeconds }));
}

export type SignInOutcome = { person: SignedIn; sessionToken: string };

export async function signIn(
  { db, clock, config }: Omit<Services, 'outbox'>,
  input: SignInRequest,
  device: string,
): Promise<SignInOutcome> {
  const now = clock.now();
  return db.transaction(async (trx) => {
    const link = await useLink(trx, sha256(input.token), timestamp(now));
    if (link === undefined) return fail('invalid_link');
    const setUp = link.purpose === 'set_up';
    if (setUp && !(await markSetUp(trx, timestamp(now)))) return fail('invalid_link');
    const email = setUp && input.email !== undefined ? normaliseEmail(input.email) : link.email;
    const person = await findOrCreatePerson(trx, now, { email, name: (input.name ?? '').trim(), administrator: setUp });
    if (person.suspended_at !== null) return fail('suspended');
    // An account that is being erased at this moment gets no session; the link stays good for a new account.
    if ((await lockPeople(trx, 'uid', [person.uid])).length === 0) return fail('invalid_link');
    // Only an administrator ends the set-up: a visitor who comes first must not shut the operator out.
    if (config.adminEmails.includes(email)) await markSetUp(trx, timestamp(now));
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

const mailInEnglish = (to: string, link: string | null): Mail => ({
  to,
  subject: 'Sign in to Muster',
  text:
    link === null
      ? 'Hello,\n\nyou asked to sign in to Muster, but this account is suspended. Please ask the organisers.\n'
      : `Hello,\n\nthis link signs you in to Muster. It works once, for 15 minutes:\n\n${link}\n\n` +
        'If you did not ask for it, do nothing: nobody can sign in without it.\n',
});

const mailInChinese = (to: string, link: string | null): Mail => ({
  to,
  subject: '登入 Muster',
  text:
    link === null
      ? '您好：\n\n您要求登入 Muster，但此帳號已被停用。請聯絡主辦單位。\n'
      : `您好：\n\n請使用以下連結登入 Muster。連結僅能使用一次，15 分鐘內有效：\n\n${link}\n\n` +
        '若您並未要求登入，請忽略此信；沒有連結，任何人都無法登入。\n',
});
