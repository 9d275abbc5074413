import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/**
 * `scopes` are separated by spaces. A renewal adds a token and ends the previous one shortly after. Rows of revoked
 * accounts stay, because audit entries show their name.
 */
export async function serviceAccounts({ db, table, column }: MigrationContext): Promise<void> {
  await table('service_accounts')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('name', column.text, (c) => c.notNull())
    .addColumn('scopes', column.text, (c) => c.notNull())
    .addColumn('created_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('ends_at', column.time, (c) => c.notNull())
    .addColumn('last_used_at', column.time)
    .addColumn('revoked_at', column.time)
    .execute();
  await db.schema.createIndex('service_accounts_by_project').on('service_accounts').columns(['pid', 'id']).execute();
  await db.schema.createIndex('service_accounts_by_creator').on('service_accounts').column('created_by').execute();
  await table('service_tokens')
    .addColumn('token_hash', column.text, (c) => c.primaryKey())
    .addColumn('account_id', column.text, (c) => c.notNull().references('service_accounts.id').onDelete('cascade'))
    .addColumn('prefix', column.text, (c) => c.notNull())
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('expires_at', column.time, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('service_tokens_by_account').on('service_tokens').column('account_id').execute();
  for (const name of ['api_tokens', 'exchange_credentials']) {
    await db.schema
      .alterTable(name)
      .addColumn('pid', column.text, (c) => c.references('projects.pid').onDelete('cascade'))
      .execute();
    await db.schema.alterTable(name).addColumn('scopes', column.text).execute();
  }
  await db.schema.createIndex('api_tokens_by_project').on('api_tokens').column('pid').execute();
  // The token that the actor used. No foreign key, as for the actor: an entry outlives both.
  await db.schema.alterTable('audit').addColumn('token', column.text).execute();
  await withoutReference({ db, table, column });
}

/** Service accounts have keys, too, so `uid` no longer refers to a person. SQLite cannot drop a constraint. */
async function withoutReference({ db, table, column }: Pick<MigrationContext, 'db' | 'table' | 'column'>) {
  await db.schema.alterTable('idempotency_keys').renameTo('idempotency_keys_before').execute();
  await db.schema.dropIndex('idempotency_keys_by_end').execute();
  await table('idempotency_keys')
    .addColumn('uid', column.text, (c) => c.notNull())
    .addColumn('key', column.text, (c) => c.notNull())
    .addColumn('request_hash', column.text, (c) => c.notNull())
    .addColumn('answer', column.text, (c) => c.notNull())
    .addColumn('expires_at', column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_of_callers', ['uid', 'key'])
    .execute();
  await sql`
    insert into idempotency_keys (uid, key, request_hash, answer, expires_at)
    select uid, key, request_hash, answer, expires_at from idempotency_keys_before`.execute(db);
  await db.schema.dropTable('idempotency_keys_before').execute();
  await db.schema.createIndex('idempotency_keys_by_end').on('idempotency_keys').column('expires_at').execute();
}
