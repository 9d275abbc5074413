import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/**
 * A project can say from which age people are adults, until when minors may work, and how long everybody helps at least.
 * Minors name a guardian, who agrees by a link in a mail.
 */
export async function minors({ db, table, column }: MigrationContext): Promise<void> {
  const projects = () => db.schema.alterTable('projects');
  await projects()
    .addColumn('adult_age', column.integer, (c) => c.check(sql`adult_age between 10 and 30`))
    .execute();
  await projects().addColumn('minors_latest_end', column.text).execute();
  await projects()
    .addColumn('min_hours', column.integer, (c) => c.check(sql`min_hours between 1 and 1000`))
    .execute();
  // `id` is in the link: another address gets another one, so that the old link ends.
  await table('guardians')
    .addColumn('pid', column.text, (c) => c.notNull().references('projects.pid').onDelete('cascade'))
    .addColumn('uid', column.text, (c) => c.notNull().references('people.uid').onDelete('cascade'))
    .addColumn('id', column.text, (c) => c.notNull().unique())
    .addColumn('name', column.text, (c) => c.notNull())
    .addColumn('email', column.text, (c) => c.notNull())
    .addColumn('language', column.text)
    .addColumn('state', column.text, (c) =>
      c.notNull().check(sql`state in ('asked', 'agreed', 'declined', 'withdrawn')`),
    )
    .addColumn('asked_at', column.time, (c) => c.notNull())
    .addColumn('answered_at', column.time)
    .addPrimaryKeyConstraint('guardians_key', ['pid', 'uid'])
    .execute();
  await db.schema.createIndex('guardians_by_person').on('guardians').column('uid').execute();
}
