import { dbFailureHint } from '../lib/db-unavailable.ts';
import { runTransaction } from './db.ts';
import type { Db, Reader, Trx } from './db.ts';
import { openPostgres } from './postgres/postgres.ts';
import { prepareRead } from './prepared.ts';
import { openSqlite } from './sqlite/sqlite.ts';

export type DbOptions = OutageReport & {
  sqlitePath: string;
  databaseUrl?: string | undefined;
};

/** PostgreSQL if there is a URL, otherwise SQLite. */
export function openDb({ sqlitePath, databaseUrl, ...outageReport }: DbOptions): Db {
  let queries = 0;
  const outage = watchOutages(outageReport);
  const report = { query: () => void (queries += 1), failure: outage.failed };
  const handle = databaseUrl === undefined ? openSqlite(sqlitePath, report) : openPostgres(databaseUrl, report);
  const transactionOn =
    (write: Reader) =>
    async <T>(work: (trx: Trx) => Promise<T>): Promise<T> => {
      const result = await runTransaction(handle, write, work).catch((error: unknown) => {
        outage.failed(error);
        throw error;
      });
      outage.succeeded();
      return result;
    };
  return {
    engine: handle.engine,
    read: handle.read,
    handle,
    transaction: transactionOn(handle.write),
    transactionWithoutTimeouts: transactionOn(handle.writeWithoutTimeouts),
    prepare: (build) => prepareRead(handle, build),
    listen: handle.listen,
    queryCount: () => queries,
    waiting: handle.waiting,
    hasOutage: outage.lasts,
    close: handle.close,
  };
}

const quietMs = 1000;

type OutageReport = {
  /** Called once when an outage begins, however many requests fail. */
  onError: (error: Error, hint: string) => void;
  onRecovery?: (seconds: number) => void;
};

/**
 * Reports the beginning and the end of an outage once each. A transaction without writes can succeed while writes fail,
 * so an outage ends only with a success after a second without failures.
 */
function watchOutages({ onError, onRecovery }: OutageReport) {
  let sinceMs: number | undefined;
  let lastFailureMs = 0;
  return {
    lasts: () => sinceMs !== undefined,
    failed: (error: unknown): void => {
      const hint = dbFailureHint(error);
      if (hint === undefined || !(error instanceof Error)) return;
      lastFailureMs = performance.now();
      if (sinceMs === undefined) onError(error, hint);
      sinceMs ??= lastFailureMs;
    },
    succeeded: (): void => {
      if (sinceMs === undefined || performance.now() - lastFailureMs < quietMs) return;
      onRecovery?.((performance.now() - sinceMs) / 1000);
      sinceMs = undefined;
    },
  };
}
