import type { Db, Trx } from '../db/db.ts';

const holder = [
  'people.uid',
  'people.email',
  'people.name',
  'people.listing',
  'people.administrator_since',
  'people.suspended_at',
] as const;

/** Every request with a token or a cookie makes one of these two reads, so they are compiled once. */
export function credentialReads(db: Db) {
  return {
    byToken: db.prepare((read, parameter: (name: 'hash') => string) =>
      read
        .selectFrom('api_tokens')
        .innerJoin('people', 'people.uid', 'api_tokens.uid')
        .select([
          ...holder,
          'api_tokens.id',
          'api_tokens.scope',
          'api_tokens.expires_at',
          'api_tokens.revoked_at',
          'api_tokens.last_used_at as used_at',
        ])
        .where('api_tokens.token_hash', '=', parameter('hash')),
    ),
    bySession: db.prepare((read, parameter: (name: 'hash') => string) =>
      read
        .selectFrom('sessions')
        .innerJoin('people', 'people.uid', 'sessions.uid')
        .select([
          ...holder,
          'sessions.id',
          'sessions.created_at as signed_in_at',
          'sessions.expires_at',
          'sessions.last_seen_at as used_at',
        ])
        .where('sessions.token_hash', '=', parameter('hash')),
    ),
  };
}

export type CredentialReads = ReturnType<typeof credentialReads>;

export async function markTokensUsed(trx: Trx, ids: readonly string[], now: string): Promise<void> {
  await trx.updateTable('api_tokens').set({ last_used_at: now }).where('id', 'in', ids).execute();
}

export async function markSessionsSeen(
  trx: Trx,
  ids: readonly string[],
  now: string,
  expiresAt: string,
): Promise<void> {
  await trx.updateTable('sessions').set({ last_seen_at: now, expires_at: expiresAt }).where('id', 'in', ids).execute();
}

export async function insertSession(
  trx: Trx,
  row: {
    id: string;
    token_hash: string;
    uid: string;
    device: string;
    created_at: string;
    last_seen_at: string;
    expires_at: string;
  },
): Promise<void> {
  await trx.insertInto('sessions').values(row).execute();
}

export async function deleteSession(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('sessions').where('id', '=', id).execute();
}

/** One more for this key in its window; the window begins anew when the last one has ended. */
export async function countUp(
  trx: Trx,
  key: string,
  now: string,
  endsAt: string,
): Promise<{ count: number; ends_at: string }> {
  return trx
    .insertInto('rate_limits')
    .values({ key, count: 1, ends_at: endsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({
        count: eb
          .case()
          .when('rate_limits.ends_at', '<=', now)
          .then(1)
          .else(eb('rate_limits.count', '+', 1))
          .end(),
        ends_at: eb
          .case()
          .when('rate_limits.ends_at', '<=', now)
          .then(endsAt)
          .else(eb.ref('rate_limits.ends_at'))
          .end(),
      })),
    )
    .returning(['count', 'ends_at'])
    .executeTakeFirstOrThrow();
}

/** What has ended by itself is of no use to anybody. */
export async function deleteExpired(trx: Trx, now: string): Promise<void> {
  await trx.deleteFrom('rate_limits').where('ends_at', '<', now).execute();
  await trx.deleteFrom('sessions').where('expires_at', '<', now).execute();
  await trx.deleteFrom('sign_in_links').where('expires_at', '<', now).execute();
  await trx.deleteFrom('exchange_credentials').where('expires_at', '<', now).execute();
}
