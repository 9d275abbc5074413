import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/**
 * A granted skill stays one when the account of the person who gave it is erased. Lists of drafts read the summary, without
 * the whole result; drafts from before have none.
 */
export async function planning({ db, column }: Pick<MigrationContext, 'db' | 'column'>): Promise<void> {
  await db.schema.alterTable('person_skills').addColumn('granted_at', column.time).execute();
  await sql`update person_skills set granted_at = created_at where granted_by is not null`.execute(db);
  await db.schema.alterTable('allocations').addColumn('summary', column.text).execute();
}
