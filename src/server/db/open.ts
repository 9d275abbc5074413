import { runTransaction } from './db.ts';
import type { Db, Reader, Trx } from './db.ts';
import { watchOutages } from './outage.ts';
import type { OutageReport } from './outage.ts';
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
