import type { MigrationContext } from '../columns.ts';

/** The page that thanks the people of an event in public, and who agreed to be named on it. */
export async function thanks({ db, table, column }: MigrationContext): Promise<void> {
  await table('thanks_pages')
    .addColumn('pid', column.text, (c) => c.primaryKey().references('projects.pid').onDelete('cascade'))
    .addColumn('text', column.text, (c) => c.notNull().defaultTo(''))
    .addColumn('published_at', column.time)
    .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
    .execute();
  await table('thanks_names')
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('name', column.text, (c) => c.notNull())
    .addColumn('sort_key', column.text, (c) => c.notNull())
    .addColumn('agreed_at', column.time, (c) => c.notNull())
    .addColumn('hidden_at', column.time)
    .addPrimaryKeyConstraint('thanks_names_key', ['pid', 'uid'])
    .execute();
  await db.schema.createIndex('thanks_names_by_person').on('thanks_names').column('uid').execute();
  await db.schema.createIndex('thanks_names_by_name').on('thanks_names').columns(['pid', 'sort_key', 'uid']).execute();
}
