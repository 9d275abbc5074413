import type { Insertable } from 'kysely';
import { lockRows } from '../../db/db.ts';
import type { Reader, Trx } from '../../db/db.ts';
import type { PeopleTable } from '../../db/tables.ts';
import { changedOne } from '../../db/changed-one.ts';
import { insertWords } from '../../db/words.ts';

export const findPersonByEmail = (read: Reader, email: string) =>
  read
    .selectFrom('people')
    .select(['uid', 'email', 'name', 'suspended_at', 'language'])
    .where('email', '=', email)
    .executeTakeFirst();

/** False if a concurrent first sign-in has created the person. */
export async function insertPerson(trx: Trx, row: Insertable<PeopleTable>): Promise<boolean> {
  const isNew = await changedOne(
    trx
      .insertInto('people')
      .values(row)
      .onConflict((conflict) => conflict.column('email').doNothing()),
  );
  if (!isNew) return false;
  await insertWords(trx, [row]);
  return true;
}

export async function appointAdministrator(trx: Trx, uid: string, now: string): Promise<void> {
  await trx
    .updateTable('people')
    .set({ administrator_since: now })
    .where('uid', '=', uid)
    .where('administrator_since', 'is', null)
    .execute();
}

/** True for one call only, even if several run at the same time. */
export async function markSetUp(trx: Trx, now: string): Promise<boolean> {
  return changedOne(trx.updateTable('installation').set({ set_up_at: now }).where('set_up_at', 'is', null));
}

export const findSetUpTime = async (read: Reader): Promise<string | null> =>
  (await read.selectFrom('installation').select('set_up_at').executeTakeFirstOrThrow()).set_up_at;

/** Finds one that was sent. */
export const findInvitation = (read: Reader, email: string, now: string) =>
  read
    .selectFrom('invitations')
    .select('id')
    .where('email', '=', email)
    .where('held', '=', 0)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();

/** Whether the address belonged to somebody who can still restore it. */
export const isReserved = async (read: Reader, email: string, now: string): Promise<boolean> =>
  (await read
    .selectFrom('email_changes')
    .select('uid')
    .where('old_email', '=', email)
    .where('confirmed_at', 'is not', null)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const findFreeze = (read: Reader, uid: string) =>
  read.selectFrom('people').select('factors_frozen_until').where('uid', '=', uid).executeTakeFirst();

/** Only if it is not known: people choose their language themselves. */
export async function setFirstLanguage(trx: Trx, uid: string, language: string): Promise<void> {
  await trx.updateTable('people').set({ language }).where('uid', '=', uid).where('language', 'is', null).execute();
}

/** Those of these addresses that belong to somebody whose language is known. */
export const listLanguages = (read: Reader, emails: readonly string[]) =>
  read
    .selectFrom('people')
    .select(['email', 'language'])
    .where('email', 'in', emails)
    .where('language', 'is not', null)
    .execute();

export const listAccounts = (read: Reader, emails: readonly string[]) =>
  read.selectFrom('people').select(['uid', 'email', 'language']).where('email', 'in', emails).execute();

/** Locks the rows until the transaction ends. */
export const lockPeopleBy = (trx: Trx, column: 'uid' | 'email', values: readonly string[]) =>
  lockRows(
    trx,
    trx
      .selectFrom('people')
      .select(['uid', 'email', 'name', 'suspended_at'])
      .where(column, 'in', values)
      .orderBy('uid'),
  );
