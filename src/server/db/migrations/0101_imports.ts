import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/**
 * Tables that organisers imported in the browser, kept as long as they can be undone. `lines`: what is left to do, sealed and
 * only until it is done.
 */
export async function imports({ db, table, column }: MigrationContext): Promise<void> {
  await table('imports')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('kind', column.text, (c) => c.notNull().check(sql`kind in ('people', 'answers')`))
    .addColumn('form', column.text)
    .addColumn('state', column.text, (c) =>
      c
        .notNull()
        .defaultTo('running')
        .check(sql`state in ('running', 'done', 'stopped', 'undone')`),
    )
    .addColumn('total', column.integer, (c) => c.notNull())
    .addColumn('done', column.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('imported', column.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('lines', column.text)
    .addColumn('teams', column.text, (c) => c.notNull().defaultTo('[]'))
    .addColumn('created_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('made_with', column.text, (c) => c.notNull())
    .addColumn('created_at', column.time, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('imports_by_project').on('imports').columns(['pid', 'id']).execute();
  await db.schema.createIndex('imports_by_maker').on('imports').column('created_by').execute();
  await db.schema.createIndex('imports_by_age').on('imports').column('created_at').execute();
  const invitations = () => db.schema.alterTable('invitations');
  await invitations().addColumn('phone', column.text).execute();
  await invitations()
    .addColumn('tags', column.text, (c) => c.notNull().defaultTo('[]'))
    .execute();
  await invitations()
    .addColumn('import_id', column.text, (c) => c.references('imports.id').onDelete('set null'))
    .execute();
  await db.schema.createIndex('invitations_imported').on('invitations').column('import_id').execute();
  await db.schema
    .alterTable('form_responses')
    .addColumn('import_id', column.text, (c) => c.references('imports.id').onDelete('set null'))
    .execute();
  await db.schema.createIndex('form_responses_imported').on('form_responses').column('import_id').execute();
}
