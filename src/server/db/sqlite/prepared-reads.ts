import { byTick } from '../../lib/event-loop.ts';
import type { EngineHandle, Report } from '../db.ts';
import type { Connection } from './connection.ts';

/**
 * Prepared reads of requests that arrived together run one after another in one read transaction, because taking and
 * releasing the lock on the file costs about as much as one of them. bench/README.md has the measurements.
 */
export function preparedReads(connection: Connection, report: Report): EngineHandle['prepareRead'] {
  const runTogether = byTick<() => void>((reads) => {
    // A closed database rejects each read by itself.
    const isShared = reads.length > 1 && connection.isOpen;
    if (isShared) connection.exec('begin');
    for (const read of reads) read();
    if (isShared && connection.inTransaction) connection.exec('rollback');
  });
  return (sql) => {
    const statement = connection.prepare(sql);
    return (values) => {
      report.query();
      return new Promise((resolve, reject) => {
        runTogether(() => {
          try {
            resolve(statement.all(values));
          } catch (error) {
            reject(error);
          }
        });
      });
    };
  };
}
