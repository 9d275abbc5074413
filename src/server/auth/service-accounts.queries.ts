import type { Db, Trx } from '../db/db.ts';

/** Every request of a service account makes this read. */
export const serviceTokenRead = (db: Db) =>
  db.prepare((read, parameter: (name: 'hash') => string) =>
    read
      .selectFrom('service_tokens')
      .innerJoin('service_accounts', 'service_accounts.id', 'service_tokens.account_id')
      .innerJoin('projects', 'projects.pid', 'service_accounts.pid')
      .select([
        'service_accounts.id',
        'service_accounts.pid',
        'service_accounts.name',
        'service_accounts.scopes',
        'service_accounts.created_by',
        'service_accounts.ends_at',
        'service_accounts.revoked_at',
        'service_accounts.last_used_at as used_at',
        'service_tokens.expires_at',
        'projects.state',
      ])
      .where('service_tokens.token_hash', '=', parameter('hash')),
  );

export async function markAccountsUsed(trx: Trx, ids: readonly string[], now: string): Promise<void> {
  await trx.updateTable('service_accounts').set({ last_used_at: now }).where('id', 'in', ids).execute();
}

/** Undefined if the account was revoked or has ended, the token has expired, or the project was archived. */
export const lockServiceAccount = (trx: Trx, { id, hash, now }: { id: string; hash: string; now: string }) =>
  trx
    .updateTable('service_accounts')
    .set((eb) => ({ last_used_at: eb.ref('last_used_at') }))
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', now)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('service_tokens')
          .select('account_id')
          .where('token_hash', '=', hash)
          .where('account_id', '=', id)
          .where('expires_at', '>', now),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('projects')
            .select('pid')
            .whereRef('projects.pid', '=', 'service_accounts.pid')
            .where('state', '=', 'archived'),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst();
