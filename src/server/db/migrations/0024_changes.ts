import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/**
 * What changed, for other systems. `subject` is JSON with identifiers only. No foreign keys: a change outlives what it
 * is about. On PostgreSQL the engine takes `seq` from a sequence, under a lock that readers look at (db/postgres/changes.ts);
 * on SQLite it is the row's number, and `autoincrement` keeps it from being used again.
 */
export async function changes({ db, table, column, engine }: MigrationContext): Promise<void> {
  await table('changes')
    .addColumn('seq', column.integer, (c) => {
      const key = c.primaryKey().notNull();
      return engine === 'sqlite' ? key.autoIncrement() : key;
    })
    .addColumn('at', column.time, (c) => c.notNull())
    .addColumn('pid', column.text)
    .addColumn('kind', column.text, (c) => c.notNull())
    .addColumn('subject', column.text, (c) => c.notNull())
    .addColumn('revision', column.integer)
    .execute();
  await db.schema.createIndex('changes_of_project').on('changes').columns(['pid', 'seq']).execute();
  if (engine === 'sqlite') return;
  await sql`create sequence changes_seq owned by changes.seq`.execute(db);
  // From here on `last_value` is below every number that will be given out.
  await sql`select setval('changes_seq', 1)`.execute(db);
}
