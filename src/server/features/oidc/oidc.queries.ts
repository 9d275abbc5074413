import { changedOne } from '../../db/changed-one.ts';
import type { Reader, Trx } from '../../db/db.ts';

export async function insertVisit(
  trx: Trx,
  row: { state_hash: string; browser_hash: string; expires_at: string; step_up: number },
): Promise<void> {
  await trx.insertInto('provider_visits').values(row).execute();
}

/** The row for one call only, from the browser that started the sign-in, before it expires. */
export const consumeAuthRequest = (trx: Trx, stateHash: string, browserHash: string, now: string) =>
  trx
    .deleteFrom('provider_visits')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .returning('step_up')
    .executeTakeFirst();

export const findIdentity = (trx: Trx, issuer: string, subject: string) =>
  trx
    .selectFrom('identities')
    .select(['id', 'uid'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

/** False if a concurrent sign-in has linked it. */
export async function insertIdentity(
  trx: Trx,
  row: {
    id: string;
    issuer: string;
    subject: string;
    uid: string;
    email: string;
    created_at: string;
    last_used_at: string;
  },
): Promise<boolean> {
  return changedOne(
    trx
      .insertInto('identities')
      .values(row)
      .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing()),
  );
}

export async function markIdentityUsed(trx: Trx, id: string, now: string): Promise<void> {
  await trx.updateTable('identities').set({ last_used_at: now }).where('id', '=', id).execute();
}

export const listIdentities = (read: Reader, uid: string, limit: number, before: string | undefined) =>
  read
    .selectFrom('identities')
    .select(['id', 'issuer', 'email', 'created_at', 'last_used_at'])
    .where('uid', '=', uid)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();

export const deleteIdentity = (trx: Trx, uid: string, id: string) =>
  trx.deleteFrom('identities').where('id', '=', id).where('uid', '=', uid).returning('issuer').executeTakeFirst();

export async function deleteExpiredVisits(trx: Trx, now: string): Promise<void> {
  await trx.deleteFrom('provider_visits').where('expires_at', '<', now).execute();
}
