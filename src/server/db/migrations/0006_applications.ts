import type { MigrationContext } from '../columns.ts';

/** One per person and team. The row is deleted when accepted, declined or withdrawn. */
export async function applications({ db, table, column }: MigrationContext): Promise<void> {
  await db.schema.alterTable('teams').addColumn('applications_open_at', column.time).execute();
  await table('applications')
    .addColumn('pid', column.text, (c) => c.notNull())
    .addColumn('tid', column.text, (c) => c.notNull())
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('message', column.text, (c) => c.notNull())
    .addColumn('language', column.text, (c) => c.notNull())
    .addColumn('revision', column.integer, (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addColumn('expires_at', column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('applications_pkey', ['pid', 'tid', 'uid'])
    .addForeignKeyConstraint('applications_team', ['pid', 'tid'], 'teams', ['pid', 'tid'], (c) => c.onDelete('cascade'))
    .execute();
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on('applications').columns(columns).execute();
  await index('applications_by_person', ['uid', 'pid', 'tid']);
  await index('applications_by_turn', ['pid', 'tid', 'created_at', 'uid']);
  await index('applications_by_project', ['pid', 'created_at', 'tid', 'uid']);
  await index('applications_by_end', ['expires_at']);
}
