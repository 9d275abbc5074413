import type { MigrationContext } from '../columns.ts';

/** People without a team see few of the tasks of a project: those that are open to everybody. */
export async function openTasks({ db }: Pick<MigrationContext, 'db'>): Promise<void> {
  await db.schema
    .createIndex('tasks_by_visibility')
    .on('tasks')
    .columns(['pid', 'visibility', 'starts_at', 'id'])
    .execute();
}
