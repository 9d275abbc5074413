import type { Insertable, Selectable } from 'kysely';
import { changedOne } from '../../db/changed-one.ts';
import type { Reader, Trx } from '../../db/db.ts';
import type { ApiTokensTable, ExchangeCredentialsTable } from '../../db/tables.ts';

export const maxFailures = 5;

export async function insertCredentials(trx: Trx, row: Insertable<ExchangeCredentialsTable>): Promise<void> {
  await trx.insertInto('exchange_credentials').values(row).execute();
}

export const findCredentials = (trx: Trx, username: string) =>
  trx
    .selectFrom('exchange_credentials')
    .innerJoin('people', 'people.uid', 'exchange_credentials.uid')
    .select([
      'password_hash',
      'exchange_credentials.uid',
      'exchange_credentials.passkey_id',
      'exchange_credentials.private_read_at',
      'exchange_credentials.pid',
      'exchange_credentials.scopes',
      'people.suspended_at',
    ])
    .where('username', '=', username)
    .executeTakeFirst();

/** True for one call only. All conditions of validity are part of the statement. */
export async function useCredentials(trx: Trx, username: string, now: string): Promise<boolean> {
  return changedOne(
    trx
      .updateTable('exchange_credentials')
      .set({ used_at: now })
      .where('username', '=', username)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .where('failures', '<', maxFailures),
  );
}

export async function countFailure(trx: Trx, username: string): Promise<void> {
  await trx
    .updateTable('exchange_credentials')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('username', '=', username)
    .execute();
}

/** Writes as much as `countFailure`, for usernames that do not exist. */
export async function countNothing(trx: Trx, key: string): Promise<void> {
  await trx
    .updateTable('rate_limits')
    .set((eb) => ({ count: eb('count', '+', 1) }))
    .where('key', '=', key)
    .execute();
}

export async function insertToken(trx: Trx, row: Insertable<ApiTokensTable>): Promise<void> {
  await trx.insertInto('api_tokens').values(row).execute();
}

const shown = [
  'id',
  'name',
  'prefix',
  'scope',
  'created_at',
  'last_used_at',
  'expires_at',
  'private_read_at',
  'pid',
  'scopes',
] as const;
export type TokenRow = Pick<Selectable<ApiTokensTable>, (typeof shown)[number]>;

export const listTokens = (read: Reader, uid: string, limit: number, before: string | undefined): Promise<TokenRow[]> =>
  read
    .selectFrom('api_tokens')
    .select(shown)
    .where('uid', '=', uid)
    .where('revoked_at', 'is', null)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();

type Window = { occasion: string; createdUntil: string; after: string; through: string };

/** Leaves out tokens whose person was notified, and those of suspended people. */
export const listEndingTokens = (read: Reader, { occasion, createdUntil, after, through }: Window) =>
  read
    .selectFrom('api_tokens')
    .innerJoin('people', 'people.uid', 'api_tokens.uid')
    .select(['api_tokens.id', 'api_tokens.uid', 'api_tokens.name', 'api_tokens.prefix', 'api_tokens.expires_at'])
    .where('api_tokens.revoked_at', 'is', null)
    .where('api_tokens.expires_at', '>', after)
    .where('api_tokens.expires_at', '<=', through)
    .where('api_tokens.created_at', '<=', createdUntil)
    .where('people.suspended_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('notices')
            .select('notices.id')
            .whereRef('notices.uid', '=', 'api_tokens.uid')
            .whereRef('notices.subject', '=', 'api_tokens.id')
            .where('notices.kind', '=', 'token.ending')
            .where('notices.occasion', '=', occasion),
        ),
      ),
    )
    .execute();

/** The gate has admitted the token, so it exists. */
export const getToken = (read: Reader, id: string): Promise<TokenRow> =>
  read.selectFrom('api_tokens').select(shown).where('id', '=', id).executeTakeFirstOrThrow();

export const findToken = (trx: Trx, uid: string, id: string) =>
  trx.selectFrom('api_tokens').select('revoked_at').where('id', '=', id).where('uid', '=', uid).executeTakeFirst();

/** Undefined if the person has no such token, or has revoked it. */
export const lockOwnToken = (trx: Trx, uid: string, id: string): Promise<TokenRow | undefined> =>
  trx
    .updateTable('api_tokens')
    .set((eb) => ({ last_used_at: eb.ref('last_used_at') }))
    .where('id', '=', id)
    .where('uid', '=', uid)
    .where('revoked_at', 'is', null)
    .returning(shown)
    .executeTakeFirst();

export async function endToken(trx: Trx, id: string, at: string): Promise<void> {
  await trx
    .updateTable('api_tokens')
    .set({ expires_at: at })
    .where('id', '=', id)
    .where('expires_at', '>', at)
    .execute();
}

/** The owner is part of the statement, not only of an earlier check. */
export async function revokeToken(trx: Trx, uid: string, id: string, now: string): Promise<boolean> {
  return changedOne(
    trx
      .updateTable('api_tokens')
      .set({ revoked_at: now })
      .where('id', '=', id)
      .where('uid', '=', uid)
      .where('revoked_at', 'is', null),
  );
}

export async function deleteExpiredExchangeCredentials(trx: Trx, now: string): Promise<void> {
  await trx.deleteFrom('exchange_credentials').where('expires_at', '<', now).execute();
}
