import type { MigrationContext } from '../columns.ts';

/** Words that organisers give to people of a project. `tag_key`: the same for all spellings of a tag. */
export async function tags({ db, table, column }: MigrationContext): Promise<void> {
  await table('person_tags')
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('tag_key', column.text, (c) => c.notNull())
    .addColumn('tag', column.text, (c) => c.notNull())
    .addColumn('created_at', column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('person_tags_key', ['pid', 'uid', 'tag_key'])
    .execute();
  await db.schema.createIndex('person_tags_by_tag').on('person_tags').columns(['pid', 'tag_key', 'uid']).execute();
  await db.schema.createIndex('person_tags_by_person').on('person_tags').column('uid').execute();
}
