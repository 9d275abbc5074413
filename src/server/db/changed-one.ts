import type { DeleteResult, InsertResult, UpdateResult } from 'kysely';

type Statement = { executeTakeFirstOrThrow: () => Promise<UpdateResult | DeleteResult | InsertResult> };

/**
 * Runs a statement whose conditions decide a race, and returns whether it changed its row: of several that run at the
 * same time, exactly one does.
 */
export async function changedOne(statement: Statement): Promise<boolean> {
  const result = await statement.executeTakeFirstOrThrow();
  if ('numUpdatedRows' in result) return result.numUpdatedRows === 1n;
  if ('numDeletedRows' in result) return result.numDeletedRows === 1n;
  return result.numInsertedOrUpdatedRows === 1n;
}
