import type { Insertable } from 'kysely';
import type { Trx } from '../../db/db.ts';
import type { NotMeLinksTable } from '../../db/tables.ts';

export async function insertNotMeLink(trx: Trx, row: Insertable<NotMeLinksTable>): Promise<void> {
  await trx.insertInto('not_me_links').values(row).execute();
}

/** Only one of several concurrent calls gets the row. */
export const consumeNotMeLink = (trx: Trx, tokenHash: string, now: string) =>
  trx
    .deleteFrom('not_me_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning(['uid', 'passkey_id'])
    .executeTakeFirst();

export async function freezeFactors(trx: Trx, uid: string, until: string): Promise<void> {
  await trx.updateTable('people').set({ factors_frozen_until: until }).where('uid', '=', uid).execute();
}

export async function blockPasskey(trx: Trx, uid: string, id: string, until: string): Promise<void> {
  await trx.updateTable('passkeys').set({ blocked_until: until }).where('id', '=', id).where('uid', '=', uid).execute();
}

export async function blockPasskeysSince(trx: Trx, uid: string, since: string, until: string): Promise<void> {
  await trx
    .updateTable('passkeys')
    .set({ blocked_until: until })
    .where('uid', '=', uid)
    .where('created_at', '>=', since)
    .execute();
}

export async function deleteExpiredNotMeLinks(trx: Trx, now: string): Promise<void> {
  await trx.deleteFrom('not_me_links').where('expires_at', '<', now).execute();
}
