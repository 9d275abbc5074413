import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/** Who of the people of earlier years is asked again, by whom, and what they said. People can object to being asked. */
export async function askAgain({ db, table, column }: MigrationContext): Promise<void> {
  await db.schema
    .alterTable('people')
    .addColumn('ask_again', column.integer, (c) => c.notNull().defaultTo(1))
    .execute();
  await table('ask_again')
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('state', column.text, (c) => c.notNull().check(sql`state in ('to_ask', 'asked', 'yes', 'no')`))
    .addColumn('asker', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('note', column.text, (c) => c.notNull().defaultTo(''))
    .addColumn('asked_at', column.time)
    .addColumn('answered_at', column.time)
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
    .addPrimaryKeyConstraint('ask_again_key', ['pid', 'uid'])
    .execute();
  await db.schema.createIndex('ask_again_by_person').on('ask_again').column('uid').execute();
  await db.schema.createIndex('ask_again_by_asker').on('ask_again').column('asker').execute();
}
