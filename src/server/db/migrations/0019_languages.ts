import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/** The languages are the folders of `locales`, and the API checks them. A constraint would need a migration for each. */
export async function languages({ db, column, engine }: MigrationContext): Promise<void> {
  if (engine !== 'sqlite') {
    await sql`alter table people drop constraint people_language_check`.execute(db);
    return;
  }
  // SQLite cannot drop a constraint, but a column together with its constraint.
  await db.schema.alterTable('people').addColumn('language_next', column.text).execute();
  await sql`update people set language_next = language where language is not null`.execute(db);
  await db.schema.alterTable('people').dropColumn('language').execute();
  await db.schema.alterTable('people').renameColumn('language_next', 'language').execute();
}
