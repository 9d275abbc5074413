import type { MigrationContext } from '../columns.ts';

export async function operations(context: MigrationContext): Promise<void> {
  await chores(context);
  await erasure(context);
}

/** Scheduled jobs that one process runs for all: the claim and the result of the last run. */
async function chores({ table, column }: MigrationContext): Promise<void> {
  await table('chores')
    .addColumn('name', column.text, (c) => c.primaryKey())
    .addColumn('claimed_until', column.time)
    .addColumn('good_at', column.time)
    .addColumn('failed_at', column.time)
    .addColumn('failures', column.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('last_error', column.text)
    .execute();
}

/**
 * Private questions that expire up to `expired_through` are no longer asked; the answers to those up to
 * `erased_through` are erased. An interrupted erasure continues between the two.
 */
async function erasure({ db, column }: MigrationContext): Promise<void> {
  for (const name of ['expired_through', 'erased_through']) {
    await db.schema.alterTable('forms').addColumn(name, column.date).execute();
  }
}
