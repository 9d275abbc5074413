import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

export async function joining(context: MigrationContext): Promise<void> {
  await signInCodes(context);
  await publicListing(context);
  await invitationRoles(context);
  await emailChanges(context);
}

async function signInCodes({ db, column }: MigrationContext): Promise<void> {
  const links = () => db.schema.alterTable('sign_in_links');
  // Hash of the code together with the secret of the browser, so that the database alone does not give it away.
  await links().addColumn('code_hash', column.text).execute();
  await links()
    .addColumn('code_attempts', column.integer, (c) => c.notNull().defaultTo(0))
    .execute();
  // The page that the person wanted: the link may be opened in another browser than the one that requested it.
  await links().addColumn('next_path', column.text).execute();
  await db.schema
    .createIndex('sign_in_links_by_browser')
    .on('sign_in_links')
    .columns(['browser_hash', 'created_at'])
    .execute();
}

async function publicListing({ db, table, column }: MigrationContext): Promise<void> {
  await db.schema
    .alterTable('projects')
    .addColumn('listing', column.text, (c) =>
      c
        .notNull()
        .defaultTo('everyone')
        .check(sql`listing in ('everyone', 'agreed', 'nobody')`),
    )
    .execute();
  // No row: the person has not chosen.
  await table('listing_choices')
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('listed', column.integer, (c) => c.notNull().check(sql`listed in (0, 1)`))
    .addColumn('chosen_at', column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('listing_choices_key', ['pid', 'uid'])
    .execute();
  await db.schema.createIndex('listing_choices_by_person').on('listing_choices').column('uid').execute();
}

async function invitationRoles({ db, column }: MigrationContext): Promise<void> {
  await db.schema
    .alterTable('invitations')
    .addColumn('role', column.text, (c) =>
      c
        .notNull()
        .defaultTo('member')
        .check(sql`role in ('member', 'chief', 'owner')`),
    )
    .execute();
}

/** `expires_at`: until when a request can be confirmed and, once it is, until when the old address can be restored. */
async function emailChanges({ db, table, column }: MigrationContext): Promise<void> {
  await table('email_changes')
    .addColumn('token_hash', column.text, (c) => c.primaryKey())
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('old_email', column.text, (c) => c.notNull())
    .addColumn('new_email', column.text, (c) => c.notNull())
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('expires_at', column.time, (c) => c.notNull())
    .addColumn('confirmed_at', column.time)
    .addColumn('revert_hash', column.text)
    .execute();
  await db.schema.createIndex('email_changes_by_person').on('email_changes').column('uid').execute();
  await db.schema.createIndex('email_changes_by_old').on('email_changes').column('old_email').execute();
  await db.schema.createIndex('email_changes_by_end').on('email_changes').column('expires_at').execute();
  await db.schema.createIndex('email_changes_by_reversal').on('email_changes').column('revert_hash').execute();
}
