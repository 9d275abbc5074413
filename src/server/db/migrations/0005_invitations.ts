import type { MigrationContext } from '../columns.ts';

/** Invitations go to an address, with or without an account. The row is deleted when accepted, declined or revoked. */
export async function invitations({ db, table, column }: MigrationContext): Promise<void> {
  await table('invitations')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull())
    .addColumn('tid', column.text, (c) => c.notNull())
    .addColumn('email', column.text, (c) => c.notNull())
    .addColumn('invited_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('sent_at', column.time, (c) => c.notNull())
    .addColumn('expires_at', column.time, (c) => c.notNull())
    .addUniqueConstraint('invitations_once', ['pid', 'tid', 'email'])
    .addForeignKeyConstraint('invitations_team', ['pid', 'tid'], 'teams', ['pid', 'tid'], (c) => c.onDelete('cascade'))
    .execute();
  await db.schema.createIndex('invitations_by_address').on('invitations').columns(['email', 'id']).execute();
  await db.schema.createIndex('invitations_by_project').on('invitations').columns(['pid', 'email', 'id']).execute();
  await db.schema.createIndex('invitations_by_sender').on('invitations').column('invited_by').execute();
  await db.schema.createIndex('invitations_by_end').on('invitations').column('expires_at').execute();
}
