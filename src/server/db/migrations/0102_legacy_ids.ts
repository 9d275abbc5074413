import type { MigrationContext } from '../columns.ts';

/**
 * What something was called in the system that it was moved from, so that moving again changes nothing. `source`: the system
 * and, if its identifiers are of one event only, the project. `local_id`: what it is called here.
 */
export async function legacyIds({ db, table, column }: MigrationContext): Promise<void> {
  const name = 'legacy_ids';
  await table(name)
    .addColumn('source', column.text, (c) => c.notNull())
    .addColumn('kind', column.text, (c) => c.notNull())
    .addColumn('legacy_id', column.text, (c) => c.notNull())
    .addColumn('local_id', column.text, (c) => c.notNull())
    .addColumn('pid', column.text, (c) => c.references('projects.pid').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.references('people.uid').onDelete('cascade'))
    .addPrimaryKeyConstraint('legacy_ids_key', ['source', 'kind', 'legacy_id'])
    .execute();
  await db.schema.createIndex('legacy_ids_by_project').on(name).column('pid').execute();
  await db.schema.createIndex('legacy_ids_by_person').on(name).column('uid').execute();
}
