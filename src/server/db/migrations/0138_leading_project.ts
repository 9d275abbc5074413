import type { MigrationContext } from '../columns.ts';

/** When an administrator chose the project for the home page: the public one that was chosen last is shown there. */
export async function leadingProject({ db, column }: MigrationContext): Promise<void> {
  await db.schema.alterTable('projects').addColumn('leading_since', column.time).execute();
}
