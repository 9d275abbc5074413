import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

export async function signIn(context: MigrationContext): Promise<void> {
  await passkeys(context);
  await proofs(context);
  await providers(context);
}

async function passkeys({ db, table, column }: MigrationContext): Promise<void> {
  await table('passkeys')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('credential_id', column.text, (c) => c.notNull().unique())
    .addColumn('public_key', column.text, (c) => c.notNull())
    .addColumn('counter', column.integer, (c) => c.notNull())
    .addColumn('transports', column.text, (c) => c.notNull())
    .addColumn('name', column.text, (c) => c.notNull())
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('last_used_at', column.time)
    .execute();
  await db.schema.createIndex('passkeys_by_person').on('passkeys').columns(['uid', 'id']).execute();

  // `uid` is null for a sign-in: the passkey identifies the person.
  await table('passkey_challenges')
    .addColumn('challenge_hash', column.text, (c) => c.primaryKey())
    .addColumn('purpose', column.text, (c) => c.notNull().check(sql`purpose in ('register', 'sign_in', 'confirm')`))
    .addColumn('uid', column.text, (c) => c.references('people.uid').onDelete('cascade'))
    .addColumn('expires_at', column.time, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('passkey_challenges_by_end').on('passkey_challenges').column('expires_at').execute();
  await db.schema.createIndex('passkey_challenges_by_person').on('passkey_challenges').column('uid').execute();

  await db.schema.alterTable('installation').addColumn('passkeys_required_at', column.time).execute();
}

/** The passkey that a session, and credentials created from it, were confirmed with. Removing it removes the proof. */
async function proofs({ db, column }: MigrationContext): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('proved_at', column.time).execute();
  for (const name of ['sessions', 'exchange_credentials', 'api_tokens']) {
    await db.schema
      .alterTable(name)
      .addColumn('passkey_id', column.text, (c) => c.references('passkeys.id').onDelete('set null'))
      .execute();
    // Partial index for removing a passkey; few rows have one.
    await sql`
      create index ${sql.ref(`${name}_by_passkey`)} on ${sql.table(name)} (passkey_id) where passkey_id is not null
    `.execute(db);
  }
}

async function providers({ db, table, column }: MigrationContext): Promise<void> {
  await table('identities')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('issuer', column.text, (c) => c.notNull())
    .addColumn('subject', column.text, (c) => c.notNull())
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('email', column.text, (c) => c.notNull())
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('last_used_at', column.time, (c) => c.notNull())
    .addUniqueConstraint('identities_of_provider', ['issuer', 'subject'])
    .execute();
  await db.schema.createIndex('identities_by_person').on('identities').columns(['uid', 'id']).execute();

  // One row per sign-in in progress: hashes of the state sent to the provider and of the secret in the browser.
  await table('provider_visits')
    .addColumn('state_hash', column.text, (c) => c.primaryKey())
    .addColumn('browser_hash', column.text, (c) => c.notNull())
    .addColumn('expires_at', column.time, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('provider_visits_by_end').on('provider_visits').column('expires_at').execute();
}
