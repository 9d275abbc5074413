import type { MigrationContext } from '../columns.ts';

/**
 * What a person made until `made_before` has stopped: somebody else used the account, or it was suspended. `role_since` is
 * when a role in a team was last changed; null if the person has had it since they joined.
 */
export async function madeBefore({ db, column }: MigrationContext): Promise<void> {
  await db.schema.alterTable('people').addColumn('made_before', column.time).execute();
  await db.schema.alterTable('memberships').addColumn('role_since', column.time).execute();
}
