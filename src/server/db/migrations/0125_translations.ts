import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/**
 * Texts of a project in other languages, one row for each. `source`: the original that was translated; when that changes, the
 * translation is no longer shown.
 */
export async function translations({ table, column }: MigrationContext): Promise<void> {
  await table('translations')
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('kind', column.text, (c) =>
      c.notNull().check(sql`kind in ('project', 'team', 'form', 'task_kind', 'document', 'announcement')`),
    )
    .addColumn('id', column.text, (c) => c.notNull())
    .addColumn('language', column.text, (c) => c.notNull())
    .addColumn('field', column.text, (c) => c.notNull())
    .addColumn('source', column.text, (c) => c.notNull())
    .addColumn('text', column.text, (c) => c.notNull())
    .addPrimaryKeyConstraint('translations_key', ['pid', 'kind', 'id', 'language', 'field'])
    .execute();
}
