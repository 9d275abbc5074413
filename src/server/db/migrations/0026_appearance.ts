import type { MigrationContext } from '../columns.ts';

/** How a project presents itself. The picture is in a table of its own, so that reading a project stays cheap. */
export async function appearance({ db, table, column }: MigrationContext): Promise<void> {
  const texts = ['place', 'picture_alt'] as const;
  for (const name of texts) {
    await db.schema
      .alterTable('projects')
      .addColumn(name, column.text, (c) => c.notNull().defaultTo(''))
      .execute();
  }
  await db.schema.alterTable('projects').addColumn('colour', column.text).execute();
  await db.schema.alterTable('projects').addColumn('picture', column.text).execute();
  await db.schema.alterTable('projects').addColumn('picture_width', column.integer).execute();
  await db.schema.alterTable('projects').addColumn('picture_height', column.integer).execute();
  await table('project_pictures')
    .addColumn('pid', column.text, (c) => c.primaryKey().references('projects.pid').onDelete('cascade'))
    .addColumn('type', column.text, (c) => c.notNull())
    .addColumn('base64', column.text, (c) => c.notNull())
    .execute();
}
