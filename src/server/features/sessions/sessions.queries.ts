import { changedOne } from '../../db/changed-one.ts';
import type { Reader, Trx } from '../../db/db.ts';

export const listSessions = (read: Reader, uid: string, now: string, limit: number, before: string | undefined) =>
  read
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'last_seen_at', 'expires_at'])
    .where('uid', '=', uid)
    .where('expires_at', '>', now)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();

export async function deleteOwnSession(trx: Trx, uid: string, id: string): Promise<boolean> {
  return changedOne(trx.deleteFrom('sessions').where('id', '=', id).where('uid', '=', uid));
}

/**
 * Each kind of credential after the kind that it can be made from: a link makes a session, a session makes one-time
 * credentials, those make a token. Whoever is just making one holds the row it is made from, so this waits for them,
 * and the next statement sees what they made.
 */
export async function deleteCredentials(trx: Trx, uid: string, email: string, now: string): Promise<void> {
  await trx.deleteFrom('sign_in_links').where('email', '=', email).execute();
  await trx.deleteFrom('sessions').where('uid', '=', uid).execute();
  await trx.deleteFrom('exchange_credentials').where('uid', '=', uid).execute();
  await trx
    .updateTable('api_tokens')
    .set({ revoked_at: now })
    .where('uid', '=', uid)
    .where('revoked_at', 'is', null)
    .execute();
}
