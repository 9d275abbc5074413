import type { Insertable } from 'kysely';
import { changedOne } from '../../db/changed-one.ts';
import type { Reader, Trx } from '../../db/db.ts';
import type { PasskeyChallengesTable, PasskeysTable } from '../../db/tables.ts';

export type Purpose = PasskeyChallengesTable['purpose'];

export async function insertChallenge(trx: Trx, row: Insertable<PasskeyChallengesTable>): Promise<void> {
  await trx.insertInto('passkey_challenges').values(row).execute();
}

/** True for one call only. Owner, purpose and expiry are part of the statement. */
export async function consumeChallenge(
  trx: Trx,
  { hash, purpose, uid }: { hash: string; purpose: Purpose; uid: string | null },
  now: string,
): Promise<boolean> {
  return changedOne(
    trx
      .deleteFrom('passkey_challenges')
      .where('challenge_hash', '=', hash)
      .where('purpose', '=', purpose)
      .where('uid', uid === null ? 'is' : '=', uid)
      .where('expires_at', '>', now),
  );
}

export async function insertPasskey(trx: Trx, row: Insertable<PasskeysTable>): Promise<boolean> {
  return changedOne(
    trx
      .insertInto('passkeys')
      .values(row)
      .onConflict((conflict) => conflict.column('credential_id').doNothing()),
  );
}

export const findPasskey = (read: Reader, credentialId: string) =>
  read
    .selectFrom('passkeys')
    .select(['id', 'uid', 'credential_id', 'public_key'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();

export const knownCredentials = (read: Reader, uid: string) =>
  read.selectFrom('passkeys').select(['credential_id', 'transports']).where('uid', '=', uid).orderBy('id').execute();

export const listPasskeys = (read: Reader, uid: string, limit: number, before: string | undefined) =>
  read
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at', 'blocked_until'])
    .where('uid', '=', uid)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();

export async function countPasskeys(read: Reader, uid: string): Promise<{ passkeys: number; projects: number }> {
  const count = (table: 'passkeys' | 'project_owners') =>
    read
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('uid', '=', uid);
  const [passkeys, projects] = [await count('passkeys').execute(), await count('project_owners').execute()];
  return { passkeys: passkeys[0]?.count ?? 0, projects: projects[0]?.count ?? 0 };
}

/**
 * False if the counter has not increased, which means that the authenticator was copied. Authenticators without a
 * counter always send 0.
 */
export async function markUsed(trx: Trx, id: string, counter: number, now: string): Promise<boolean> {
  return changedOne(
    trx
      .updateTable('passkeys')
      .set({ counter, last_used_at: now })
      .where('id', '=', id)
      .where('counter', counter === 0 ? '=' : '<', counter),
  );
}

/** Whether its owner said that somebody else added it, and the freeze has not ended. */
export async function isBlocked(trx: Trx, id: string, now: string): Promise<boolean> {
  const row = await trx.selectFrom('passkeys').select('blocked_until').where('id', '=', id).executeTakeFirst();
  return row?.blocked_until != null && row.blocked_until > now;
}

/** False if the session is gone. */
export async function proveSession(
  trx: Trx,
  id: string,
  proof: { passkey_id: string; proved_at?: string },
): Promise<boolean> {
  return changedOne(trx.updateTable('sessions').set(proof).where('id', '=', id));
}

export const deletePasskey = (trx: Trx, uid: string, id: string) =>
  trx.deleteFrom('passkeys').where('id', '=', id).where('uid', '=', uid).returning('name').executeTakeFirst();

export const deletePasskeys = (trx: Trx, uid: string) =>
  trx.deleteFrom('passkeys').where('uid', '=', uid).returning('id').execute();

export const readRules = (read: Reader) =>
  read.selectFrom('installation').select('passkeys_required_at').executeTakeFirstOrThrow();

/** False if nothing changed. */
export async function setRequired(trx: Trx, since: string | null): Promise<boolean> {
  return changedOne(
    trx
      .updateTable('installation')
      .set({ passkeys_required_at: since })
      .where('passkeys_required_at', since === null ? 'is not' : 'is', null),
  );
}

/** Administrators and owners who lose their rights when passkeys are required. */
export const listWithoutPasskey = (read: Reader, configured: readonly string[]) =>
  read
    .selectFrom('people')
    .select(['uid', 'email'])
    .where('suspended_at', 'is', null)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.uid', '=', 'people.uid'))),
    )
    .where((eb) =>
      eb.or([
        eb('administrator_since', 'is not', null),
        eb('uid', 'in', eb.selectFrom('project_owners').select('project_owners.uid')),
        ...(configured.length === 0
          ? []
          : [eb.and([eb('configured_since', 'is not', null), eb('email', 'in', configured)])]),
      ]),
    )
    .orderBy('uid')
    .execute();

export async function deleteExpiredChallenges(trx: Trx, now: string): Promise<void> {
  await trx.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute();
}
