import type { MigrationContext } from '../columns.ts';

/**
 * How many days before it closes a form reminds people who have not answered, which used to be three; null: never.
 * When somebody was last invited again, and the name under which they were invited.
 */
export async function reminders({ db, column }: MigrationContext): Promise<void> {
  await db.schema
    .alterTable('forms')
    .addColumn('remind_days', column.integer, (c) => c.defaultTo(3))
    .execute();
  await db.schema.alterTable('invitations').addColumn('reminded_at', column.time).execute();
  await db.schema
    .alterTable('invitations')
    .addColumn('name', column.text, (c) => c.notNull().defaultTo(''))
    .execute();
}
