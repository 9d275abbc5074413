import type { MigrationContext } from '../columns.ts';

/** With which credential and rights an application was decided, as in 0044. Only for decisions that wait to be published. */
export async function deciders({ db, column }: MigrationContext): Promise<void> {
  await db.schema.alterTable('applications').addColumn('made_with', column.text).execute();
}
