import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/**
 * Which private data a form passes on to the owners of its project, and until when. A person's consent is one row per
 * kind of data and is deleted with their answer.
 */
export async function passingOn({ db, table, column }: MigrationContext): Promise<void> {
  await db.schema
    .alterTable('forms')
    .addColumn('passes_on', column.text, (c) => c.notNull().defaultTo('[]'))
    .execute();
  await db.schema.alterTable('forms').addColumn('passes_until', column.date).execute();

  await table('form_consents')
    .addColumn('pid', column.text, (c) => c.notNull())
    .addColumn('form', column.text, (c) => c.notNull())
    .addColumn('uid', column.text, (c) => c.notNull())
    .addColumn('kind', column.text, (c) => c.notNull().check(sql`kind in ('bank', 'address', 'real_profile')`))
    .addColumn('until', column.date, (c) => c.notNull())
    .addColumn('agreed_at', column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('form_consents_pkey', ['pid', 'form', 'uid', 'kind'])
    .addForeignKeyConstraint(
      'form_consents_response',
      ['pid', 'form', 'uid'],
      'form_responses',
      ['pid', 'form', 'uid'],
      (c) => c.onDelete('cascade'),
    )
    .execute();
}
