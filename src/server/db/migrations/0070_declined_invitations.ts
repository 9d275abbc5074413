import type { MigrationContext } from '../columns.ts';

/** Who declined an invitation is not invited again by a program that sends its whole list every hour. By the invited address. */
export async function declinedInvitations({ db, table, column }: MigrationContext): Promise<void> {
  const name = 'declined_invitations';
  await table(name)
    .addColumn('pid', column.text, (c) => c.notNull())
    .addColumn('tid', column.text, (c) => c.notNull())
    .addColumn('email', column.text, (c) => c.notNull())
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('expires_at', column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('declined_invitations_once', ['pid', 'tid', 'email'])
    .addForeignKeyConstraint('declined_invitations_team', ['pid', 'tid'], 'teams', ['pid', 'tid'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('declined_invitations_by_person').on(name).column('uid').execute();
  await db.schema.createIndex('declined_invitations_by_end').on(name).column('expires_at').execute();
}
