import type { MigrationContext } from '../columns.ts';

/**
 * `configured_since`: since when ADMIN_EMAIL has made the person an administrator. Accounts from before keep what they
 * had: for all others the configuration decides at the next sign-in.
 */
export async function rights({ db, table, column }: MigrationContext): Promise<void> {
  await db.schema.alterTable('people').addColumn('configured_since', column.time).execute();
  await db
    .updateTable('people')
    .set((eb) => ({ configured_since: eb.ref('created_at') }))
    .execute();
  // Keyed hashes, because the rows outlive the account.
  await table('closed_addresses')
    .addColumn('address_hash', column.text, (c) => c.primaryKey())
    .addColumn('closed_at', column.time, (c) => c.notNull())
    .execute();
  // Tokens from before cannot read private data any more.
  await db.schema.alterTable('exchange_credentials').addColumn('private_read_at', column.time).execute();
  await db.schema.alterTable('api_tokens').addColumn('private_read_at', column.time).execute();
}
