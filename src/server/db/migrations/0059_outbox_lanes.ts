import type { MigrationContext } from '../columns.ts';

/** An HMAC of the lane of a job, so that jobs of busy lanes are left out when jobs are read. Null for jobs from before. */
export async function outboxLanes({ db, column }: MigrationContext): Promise<void> {
  await db.schema.alterTable('outbox').addColumn('lane', column.text).execute();
}
