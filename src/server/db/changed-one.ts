import type { DeleteResult, InsertResult, UpdateResult } from 'kysely';

type Statement = { executeTakeFirstOrThrow: () => Promise<UpdateResult | DeleteResult | InsertResult> };

/**
 * Runs a statement whose conditions decide a race, and returns whether it changed its row: of several that run at the
 * same time, exactly one does.
 */
export const changedOne = async (statement: Statement): Promise<boolean> => (await changedRows(statement)) === 1n;

/** The same for a statement about any number of rows. */
export const changedAny = async (statement: Statement): Promise<boolean> => (await changedRows(statement)) > 0n;

async function changedRows(statement: Statement): Promise<bigint> {
  const result = await statement.executeTakeFirstOrThrow();
  if ('numUpdatedRows' in result) return result.numUpdatedRows;
  if ('numDeletedRows' in result) return result.numDeletedRows;
  return result.numInsertedOrUpdatedRows ?? 0n;
}
