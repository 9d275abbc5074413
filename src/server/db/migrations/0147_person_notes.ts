import type { MigrationContext } from '../columns.ts';

/** What organisers of a project note about a person, for each other. */
export async function personNotes({ db, table, column }: MigrationContext): Promise<void> {
  await table('person_notes')
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('note', column.text, (c) => c.notNull())
    .addColumn('changed_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addColumn('changed_at', column.time, (c) => c.notNull())
    .addColumn('revision', column.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('person_notes_key', ['pid', 'uid'])
    .execute();
  await db.schema.createIndex('person_notes_by_person').on('person_notes').column('uid').execute();
  await db.schema.createIndex('person_notes_by_writer').on('person_notes').column('changed_by').execute();
}
