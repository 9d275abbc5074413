import pg from 'pg';

/** A standby accepts connections but no writes. The code is PostgreSQL's own for this case. */
export class ReadOnlyError extends Error {
  readonly code = '25006';
}

/**
 * Whether the connection must not be used again. An error that the server reports about one statement leaves it usable;
 * a lost connection, a timeout, a shutdown or a read-only server does not.
 */
export const breaksConnection = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || /^(?:25006|25P03|57P0.|08...)$/.test(error.code ?? '');

/**
 * Deadlocks and serialization failures succeed when the transaction is run again. So do references to a row that another
 * transaction has just deleted: the second run does not find the row, and the caller gets a 404.
 */
export const isRetryableConflict = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(?:40001|40P01|23503)$/.test(error.code ?? '');
