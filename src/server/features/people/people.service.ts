import type { Person } from '../../auth/caller.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import type { Config } from '../../config.ts';
import type { Reader, Trx } from '../../db/db.ts';
import type { PeopleTable } from '../../db/tables.ts';
import { fail } from '../../errors.ts';
import { timestamp } from '../../lib/clock.ts';
import { newId, newIds } from '../../lib/secrets.ts';
import { sortKey } from '../../lib/text.ts';
import { record, recordAll } from '../audit/audit.service.ts';
import type { AuditEntry } from '../audit/audit.service.ts';
import * as queries from './people.queries.ts';
import {
  appointAdministrator,
  findFreeze,
  findInvitation,
  findSetUpTime,
  insertPerson,
  isReserved,
  listAccounts,
  listLanguages,
  lockPeopleBy,
  markSetUp,
} from './people.queries.ts';
import { maySignIn } from './registration.policy.ts';

type NewPerson = { email: string; name: string; administrator: boolean; language?: string | undefined };

/** Creates the person on their first sign-in. `language` is that of their browser, and kept if they have none yet. */
export async function findOrCreatePerson(trx: Trx, now: Date, { email, name, administrator, language }: NewPerson) {
  const at = timestamp(now);
  const known = await findPersonByEmail(trx, email);
  if (known !== undefined) {
    if (administrator) await appointAdministrator(trx, known.uid, at);
    if (language !== undefined && known.language === null) await setFirstLanguage(trx, known.uid, language);
    return known;
  }
  const uid = newId(now);
  const created = await insertPerson(trx, {
    uid,
    email,
    name,
    sort_key: sortKey(name),
    listing: 'public',
    language: language ?? null,
    administrator_since: administrator ? at : null,
    created_at: at,
  });
  if (created) await record(trx, now, { actor: uid, kind: 'person.created', subject: uid });
  return (await findPersonByEmail(trx, email)) ?? { uid, email, name, suspended_at: null, language: null };
}

type Newcomer = Pick<PeopleTable, 'email' | 'name' | 'listing'>;

/** Creates people for an import. People who have signed up meanwhile are left unchanged. */
export async function createPeople(trx: Trx, now: Date, actor: string, people: readonly Newcomer[]): Promise<void> {
  const ids = newIds(now, people.length);
  const created: AuditEntry[] = [];
  for (const [index, { email, name, listing }] of people.entries()) {
    const uid = ids[index] ?? newId(now);
    const row = { uid, email, name, sort_key: sortKey(name), listing, administrator_since: null };
    if (await insertPerson(trx, { ...row, created_at: timestamp(now) }))
      created.push({ actor, kind: 'person.imported', subject: uid });
  }
  await recordAll(trx, now, created);
}

/** The languages of the accounts with these addresses, where known. */
export async function languagesOf(read: Reader, emails: readonly string[]): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map();
  const rows = await listLanguages(read, emails);
  return new Map(rows.flatMap(({ email, language }) => (language === null ? [] : [[email, language] as const])));
}

/** Keeps the language of the browser for people who have not chosen one. */
export const setFirstLanguage = (trx: Trx, uid: string, language: string): Promise<void> =>
  queries.setFirstLanguage(trx, uid, language);

/** The accounts with these addresses. */
export async function accountsOf(read: Reader, emails: readonly string[]) {
  const rows = await listAccounts(read, emails);
  return new Map(rows.map(({ email, ...account }) => [email, account]));
}

export const findPersonByEmail = (read: Reader, email: string) => queries.findPersonByEmail(read, email);

/**
 * Locked people can neither be suspended nor erased until the transaction ends. Lock order: people first, then projects,
 * then teams.
 */
export const lockPeople = (trx: Trx, uids: readonly string[]) => lockPeopleBy(trx, 'uid', uids);
export const lockPeopleByEmail = (trx: Trx, emails: readonly string[]) => lockPeopleBy(trx, 'email', emails);

/** Undefined if the account is gone. `others` are locked in the same statement. */
export const lockPerson = async (trx: Trx, uid: string, others: readonly string[] = []) =>
  (await lockPeople(trx, [...new Set([uid, ...others])])).find((one) => one.uid === uid);

/** Checks the caller again (see `confirmCaller`) and locks them together with the person whom they act on, and others whom it concerns. */
export async function lockTarget(trx: Trx, now: Date, caller: Person, uid: string, others: readonly string[] = []) {
  const { people, roles } = await confirmCaller(trx, now, caller, [uid, ...others]);
  return { person: people.find((one) => one.uid === uid) ?? noSuchPerson(), roles };
}

export async function lockActiveTarget(trx: Trx, now: Date, caller: Person, uid: string) {
  const target = await lockTarget(trx, now, caller, uid);
  return target.person.suspended_at === null ? target : noSuchPerson();
}

const noSuchPerson = (): never => fail('not_found', { detail: 'There is no such person' });

/** The same queries for every address, so that the time does not tell who has an account. */
export async function isAdmitted(read: Reader, config: Config, email: string, now: Date): Promise<boolean> {
  const account = await findPersonByEmail(read, email);
  const invitation = await findInvitation(read, email, timestamp(now));
  const reserved = await isReserved(read, email, timestamp(now));
  if (reserved && account === undefined) return false;
  return maySignIn(config, { email, hasAccount: account !== undefined, hasInvitation: invitation !== undefined });
}

/** Whether a person may change their address to this one. The same queries for every address. */
export async function canTakeAddress(read: Reader, config: Config, email: string, now: Date): Promise<boolean> {
  const account = await findPersonByEmail(read, email);
  const reserved = await isReserved(read, email, timestamp(now));
  // An address in ADMIN_EMAIL would make the account an administrator.
  if (account !== undefined || reserved || config.adminEmails.includes(email)) return false;
  // An existing account needs no invitation, but the domain list still applies.
  const registration = { ...config.registration, mode: 'open' as const };
  return maySignIn({ registration, adminEmails: [] }, { email, hasAccount: false, hasInvitation: false });
}

/** For changes to how a person signs in, which they can freeze with the link of a notice. */
export async function requireUnfrozen(read: Reader, uid: string, now: Date): Promise<void> {
  const until = await frozenUntil(read, uid, now);
  if (until !== null)
    fail('factors_frozen', { detail: `The sign-in settings of this account are frozen until ${until}` });
}

/** Null if how the person signs in can be changed. */
export async function frozenUntil(read: Reader, uid: string, now: Date): Promise<string | null> {
  const until = (await findFreeze(read, uid))?.factors_frozen_until ?? null;
  return until !== null && until > timestamp(now) ? until : null;
}

/** Whether the installation has had its first administrator. */
export const isSetUp = async (read: Reader): Promise<boolean> => (await findSetUpTime(read)) !== null;

/** False if it was set up before. */
export const completeSetUp = (trx: Trx, now: Date): Promise<boolean> => markSetUp(trx, timestamp(now));
