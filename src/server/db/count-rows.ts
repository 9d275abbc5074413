import type { SelectQueryBuilder } from 'kysely';

/** How many rows a query without groups and unions finds, whatever it selects. Those are counted as a subquery. */
export async function countRows<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): Promise<number> {
  const { setOperations, groupBy } = query.toOperationNode();
  if (setOperations !== undefined || groupBy !== undefined) throw new Error('count the rows of a subquery');
  const { count } = await query
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow();
  return count;
}
