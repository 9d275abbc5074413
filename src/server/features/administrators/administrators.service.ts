import { pagePath } from '../../../shared/pages.ts';
import { nameForMail } from '../../lib/mail/web-address.ts';
import type { Person } from '../../auth/caller.ts';
import type { Config } from '../../config.ts';
import type { Db, Trx } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Keyring } from '../../lib/seal.ts';
import { hmac, newId } from '../../lib/secrets.ts';
import { record } from '../audit/audit.service.ts';
import type { MailQueue } from '../mail/mail.service.ts';
import { notifyAccount } from '../notices/notify.service.ts';
import {
  completeSetUp,
  findPersonByEmail,
  languagesOf,
  lockActiveTarget,
  lockTarget,
} from '../people/people.service.ts';
import { administratorsChangedMail } from './administrators.mail.ts';
import type { AdministratorChange } from './administrators.mail.ts';
import { isAdministrator } from './administrators.policy.ts';
import {
  insertClosed,
  isClosed,
  listAdministrators,
  lockInstallation,
  setAppointed,
  setConfigured,
  setDismissed,
} from './administrators.queries.ts';

type Services = { db: Db; config: Config; clock: Clock; keys: Keyring; mailQueue: MailQueue };
type Settings = Pick<Services, 'config' | 'keys'>;

const hashOf = (key: Uint8Array, email: string): string => hmac(key, `administrator:${email}`);

/** ADMIN_EMAIL no longer makes this address an administrator, not even after the account was deleted. */
export const closeAddress = (trx: Trx, now: Date, keys: Keyring, email: string): Promise<void> =>
  insertClosed(trx, hashOf(keys.current.hash, email), timestamp(now));

const isAddressClosed = (trx: Trx, keys: Keyring, email: string): Promise<boolean> =>
  isClosed(
    trx,
    [...keys.all.values()].map((key) => hashOf(key.hash, email)),
  );

/**
 * For somebody who signs in: ADMIN_EMAIL makes them an administrator, unless a passkey was ever bound to the address.
 * Otherwise the mailbox would be enough: delete the account, sign in again, and add a first passkey.
 */
export async function admitConfigured(
  trx: Trx,
  now: Date,
  { config, keys }: Settings,
  { uid, email }: { uid: string; email: string },
): Promise<void> {
  if (!config.adminEmails.includes(email)) return;
  // Only administrators complete the set-up, so that a visitor cannot lock the operator out.
  await completeSetUp(trx, now);
  if (await isAddressClosed(trx, keys, email)) return;
  if (await setConfigured(trx, uid, timestamp(now)))
    await record(trx, now, { actor: null, kind: 'administrator.configured', subject: uid });
}

/** After a change of keys: the hashes of these addresses under the current key. */
export async function rehashClosed(trx: Trx, now: Date, { config, keys }: Settings): Promise<void> {
  for (const email of config.adminEmails)
    if (await isAddressClosed(trx, keys, email)) await closeAddress(trx, now, keys, email);
}

export async function appoint(services: Services, caller: Person, uid: string): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  await db.transaction(async (trx) => {
    const { person } = await lockActiveTarget(trx, now, caller, uid);
    if (isAdministrator(services.config, person)) return;
    await setAppointed(trx, uid, timestamp(now));
    await record(trx, now, { actor: caller.uid, kind: 'administrator.appointed', subject: uid });
    await notifyAll(trx, services, { change: 'appointed', actor: caller, person });
  });
}

/**
 * The address is closed, too: one that is still named in ADMIN_EMAIL would otherwise be an administrator again at the
 * next sign-in.
 */
export async function dismiss(services: Services, caller: Person, uid: string): Promise<void> {
  const { db, clock, config, keys } = services;
  const now = clock.now();
  await db.transaction(async (trx) => {
    const { person } = await lockTarget(trx, now, caller, uid);
    await lockInstallation(trx);
    if (!isAdministrator(config, person)) return;
    const others = (await listAdministrators(trx, config.adminEmails)).filter((one) => one.uid !== uid);
    if (others.length === 0) return fail('last_administrator');
    await setDismissed(trx, uid);
    await closeAddress(trx, now, keys, person.email);
    await record(trx, now, { actor: caller.uid, kind: 'administrator.dismissed', subject: uid });
    await notifyAll(trx, services, { change: 'dismissed', actor: caller, person });
  });
}

type Named = { uid: string; name: string; email: string };
/** `actor`: null for the command line. */
type Notice = { change: AdministratorChange; actor: Named | null; person: Named };
type Notifying = Pick<Services, 'db' | 'config' | 'clock' | 'mailQueue'>;

async function notifyAll(trx: Trx, { config, clock, mailQueue }: Notifying, { change, actor, person }: Notice) {
  const nameOf = ({ name, email }: Pick<Named, 'name' | 'email'>) => nameForMail(name) || email;
  const names = { actor: actor === null ? '' : nameOf(actor), name: nameOf(person) };
  const link = `${config.baseUrl}${pagePath('/admin/people')}`;
  const current = await listAdministrators(trx, config.adminEmails);
  const recipients = new Map([...current, person].map(({ email, uid }) => [email, uid]));
  const languages = await languagesOf(trx, [...recipients.keys()]);
  const key = `administrators:${newId(clock.now())}`;
  const mails = [...recipients].map(([to, uid], index) => {
    const params = { change, ...names, link, toPerson: to === person.email, language: languages.get(to) };
    return { key: `${key}:${index}`, mail: { to, for: { uid }, ...administratorsChangedMail(params) } };
  });
  await mailQueue.addAll(trx, mails);
  const uids = new Set([...current.map(({ uid }) => uid), person.uid]);
  await notifyAccount(
    trx,
    { actor: actor?.uid ?? null, now: clock.now() },
    [...uids].map((uid) => ({
      kind: 'security.administrators_changed',
      uid,
      pid: null,
      subject: '',
      values: { change },
    })),
  );
}

/** For the command line. False if they are an administrator already, undefined if there is no such account. */
export async function grant(services: Notifying, email: string): Promise<boolean | undefined> {
  const { db, clock, config } = services;
  const now = clock.now();
  return db.transaction(async (trx) => {
    const account = await findPersonByEmail(trx, email);
    if (account === undefined) return undefined;
    const current = await listAdministrators(trx, config.adminEmails);
    if (current.some(({ uid }) => uid === account.uid)) return false;
    if (!(await setAppointed(trx, account.uid, timestamp(now)))) return false;
    await completeSetUp(trx, now);
    await record(trx, now, { actor: 'command-line', kind: 'administrator.appointed', subject: account.uid });
    await notifyAll(trx, services, { change: 'granted', actor: null, person: account });
    return true;
  });
}
