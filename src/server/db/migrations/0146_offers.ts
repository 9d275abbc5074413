import type { MigrationContext } from '../columns.ts';

/** People who offer to help, to the events that they choose. Organisers invite them without learning their address. */
export async function offers({ db, table, column }: MigrationContext): Promise<void> {
  await table('offers')
    .addColumn('uid', column.text, (c) => c.primaryKey().references('people.uid').onDelete('cascade'))
    .addColumn('ready', column.integer, (c) => c.notNull())
    .addColumn('teams', column.text, (c) => c.notNull())
    .addColumn('skills', column.text, (c) => c.notNull())
    .addColumn('hours', column.integer)
    .addColumn('text', column.text, (c) => c.notNull())
    .addColumn('search_key', column.text, (c) => c.notNull())
    .addColumn('until', column.date, (c) => c.notNull())
    .addColumn('turned_on', column.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('updated_at', column.time, (c) => c.notNull())
    .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
    .execute();
  await table('offer_projects')
    .addColumn('uid', column.text, (c) => c.notNull().references('offers.uid').onDelete('cascade'))
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addPrimaryKeyConstraint('offer_projects_key', ['uid', 'pid'])
    .execute();
  await db.schema.createIndex('offer_projects_by_project').on('offer_projects').column('pid').execute();
  await db.schema.createIndex('offers_by_end').on('offers').column('until').execute();
  for (const name of ['invitations', 'past_invitations'])
    await db.schema
      .alterTable(name)
      .addColumn('hides_email', column.integer, (c) => c.notNull().defaultTo(0))
      .execute();
}
