import type { Insertable } from 'kysely';
import type { Trx } from '../../db/db.ts';
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
    .returning(['purpose', 'email'])
    .executeTakeFirst();

export async function deleteExpiredLinks(trx: Trx, now: string): Promise<void> {
  await trx.deleteFrom('sign_in_links').where('expires_at', '<', now).execute();
}
