import type { MigrationContext } from '../columns.ts';

/** Steps of a single task do not count towards the limit of steps an hour. */
export async function stepSizes({ db, column }: MigrationContext): Promise<void> {
  await db.schema
    .alterTable('planning_steps')
    .addColumn('task_count', column.integer, (c) => c.notNull().defaultTo(0))
    .execute();
}
