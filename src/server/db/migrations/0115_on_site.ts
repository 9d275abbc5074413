import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/**
 * Who is on site. `on_site` follows from the scans at the gate, in whatever order they arrive. A roll call begins at a moment;
 * a mark of it is what somebody ticked last.
 */
export async function onSite({ db, table, column }: MigrationContext): Promise<void> {
  await table('on_site')
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('since', column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('on_site_once', ['pid', 'uid'])
    .execute();
  await db.schema.createIndex('on_site_by_person').on('on_site').column('uid').execute();
  await table('roll_calls')
    .addColumn('pid', column.text, (c) => c.primaryKey().references('projects.pid').onDelete('cascade'))
    .addColumn('started_at', column.time, (c) => c.notNull())
    .addColumn('started_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .execute();
  await db.schema.createIndex('roll_calls_by_person').on('roll_calls').column('started_by').execute();
  await table('roll_call_marks')
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('state', column.text, (c) => c.notNull().check(sql`state in ('present', 'missing', 'open')`))
    .addColumn('at', column.time, (c) => c.notNull())
    .addColumn('marked_by', column.text, (c) => c.references('people.uid').onDelete('set null'))
    .addPrimaryKeyConstraint('roll_call_marks_once', ['pid', 'uid'])
    .execute();
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on('roll_call_marks').columns(columns).execute();
  await index('roll_call_marks_by_person', ['uid']);
  await index('roll_call_marks_by_marker', ['marked_by']);
}
