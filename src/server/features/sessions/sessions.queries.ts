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

export async function deleteExpiredSessions(trx: Trx, now: string): Promise<void> {
  await trx.deleteFrom('sessions').where('expires_at', '<', now).execute();
}

/**
 * A link creates a session, a session creates one-time credentials, and those create a token. Deleted in this order:
 * creating one locks the row it comes from, so this waits, and the next statement sees the new row.
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

export async function setMadeBefore(trx: Trx, uid: string, now: string): Promise<void> {
  await trx.updateTable('people').set({ made_before: now }).where('uid', '=', uid).execute();
}

/**
 * Everything that lets somebody or something in, or that is on its way to doing so. A change of an address that took place
 * stays: its link is for the person who did not want it.
 */
export async function deleteAllCredentials(trx: Trx, now: string): Promise<void> {
  for (const table of [
    'sign_in_links',
    'provider_visits',
    'passkey_challenges',
    'sessions',
    'exchange_credentials',
    'recovery_codes',
    'not_me_links',
    'idempotency_keys',
    'service_tokens',
  ] as const)
    await trx.deleteFrom(table).execute();
  await trx.deleteFrom('email_changes').where('confirmed_at', 'is', null).execute();
  await trx.updateTable('api_tokens').set({ revoked_at: now }).where('revoked_at', 'is', null).execute();
  await trx.updateTable('devices').set({ revoked_at: now }).where('revoked_at', 'is', null).execute();
}
