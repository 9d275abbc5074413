import { sql } from 'kysely';
import type { SelectQueryBuilder, SqlBool, StringReference } from 'kysely';

/**
 * Orders the rows by these columns and starts after the key of a cursor, so that rows added or removed meanwhile do not
 * shift the pages. The columns must identify a row.
 */
export const keyset =
  <DB, TB extends keyof DB, O>(
    columns: readonly StringReference<DB, TB>[],
    after: readonly string[] | undefined,
  ): ((query: SelectQueryBuilder<DB, TB, O>) => SelectQueryBuilder<DB, TB, O>) =>
  (query) => {
    let ordered = query;
    for (const column of columns) ordered = ordered.orderBy(column);
    if (after === undefined) return ordered;
    const references = sql.join(columns.map((column) => sql.ref(column)));
    return ordered.where(sql<SqlBool>`(${references}) > (${sql.join(after)})`);
  };
