import type { MigrationContext } from '../columns.ts';

/** A JSON list. Empty: each certificate is in the language of its person. */
export async function certificateLanguages({ db, column }: Pick<MigrationContext, 'db' | 'column'>): Promise<void> {
  await db.schema
    .alterTable('certificate_settings')
    .addColumn('languages', column.text, (c) => c.notNull().defaultTo('[]'))
    .execute();
}
