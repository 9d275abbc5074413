import type { MigrationContext } from '../columns.ts';

export async function accountSafety(context: MigrationContext): Promise<void> {
  await browsers(context);
  await recoveryCodes(context);
  await notMe(context);
}

async function browsers({ db, column }: MigrationContext): Promise<void> {
  // Hash of the cookie of the browser that requested the link; null for links that were not requested in a browser.
  await db.schema.alterTable('sign_in_links').addColumn('browser_hash', column.text).execute();
  // Whether the provider was asked how recently the person must have signed in there.
  await db.schema
    .alterTable('provider_visits')
    .addColumn('step_up', column.integer, (c) => c.notNull().defaultTo(0))
    .execute();
}

/** Codes that stand in for a lost passkey. A session that used one counts as confirmed. */
async function recoveryCodes({ db, table, column }: MigrationContext): Promise<void> {
  await table('recovery_codes')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('code_hash', column.text, (c) => c.notNull())
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('used_at', column.time)
    .execute();
  await db.schema.createIndex('recovery_codes_by_person').on('recovery_codes').columns(['uid', 'id']).execute();
  await db.schema.alterTable('sessions').addColumn('recovered_at', column.time).execute();
}

/** Links in notices with which a person says that a change was not theirs. */
async function notMe({ db, table, column }: MigrationContext): Promise<void> {
  // `passkey_id` is the passkey that the notice is about, which stops working for as long as changes are frozen.
  await table('not_me_links')
    .addColumn('token_hash', column.text, (c) => c.primaryKey())
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('passkey_id', column.text)
    .addColumn('expires_at', column.time, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('not_me_links_by_person').on('not_me_links').column('uid').execute();
  await db.schema.createIndex('not_me_links_by_end').on('not_me_links').column('expires_at').execute();
  await db.schema.alterTable('people').addColumn('factors_frozen_until', column.time).execute();
  await db.schema.alterTable('passkeys').addColumn('blocked_until', column.time).execute();
}
