import type { Insertable } from 'kysely';
import type { Reader, Trx } from '../../db/db.ts';
import type { SignInLinksTable } from '../../db/tables.ts';

export async function insertLink(trx: Trx, row: Insertable<SignInLinksTable>): Promise<void> {
  await trx.insertInto('sign_in_links').values(row).execute();
}

/** Only one of several concurrent calls gets the row, so a link works once. */
export const useLink = (trx: Trx, tokenHash: string, now: string) =>
  trx
    .updateTable('sign_in_links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['purpose', 'email', 'browser_hash', 'next_path'])
    .executeTakeFirst();

export const findLink = (read: Reader, tokenHash: string, now: string) =>
  read
    .selectFrom('sign_in_links')
    .leftJoin('people', 'people.email', 'sign_in_links.email')
    .select(['sign_in_links.email', 'sign_in_links.browser_hash', 'people.name'])
    .where('sign_in_links.token_hash', '=', tokenHash)
    .where('sign_in_links.purpose', '=', 'sign_in')
    .where('sign_in_links.used_at', 'is', null)
    .where('sign_in_links.expires_at', '>', now)
    .executeTakeFirst();

export async function deleteExpiredLinks(trx: Trx, now: string): Promise<void> {
  await trx.deleteFrom('sign_in_links').where('expires_at', '<', now).execute();
}
