import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';

/** Steps that can still be undone name those who waited or asked as `applicants`, `hopeful` before. */
export async function rememberedApplicants({ db }: Pick<MigrationContext, 'db'>): Promise<void> {
  await sql`update planning_steps set "before" = replace("before", '"hopeful":', '"applicants":')`.execute(db);
}
