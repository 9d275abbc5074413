import { closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, ValueNode } from 'kysely';
import type { Dialect, Driver, LimitNode } from 'kysely';
import { byStep } from '../../lib/event-loop.ts';
import type { EngineHandle, Listener, Report } from '../db.ts';
import { Connection, toInput } from './connection.ts';
import { ReadDriver, SerialDriver } from './driver.ts';
import type { Tables } from '../tables.ts';

const busyMs = 50;
const openMs = 10_000;

/** SQLite plans a query anew each time a bound limit is set, 80 us where the query takes 6; a written one is planned once. */
class Compiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    if (!ValueNode.is(node.limit)) return super.visitLimit(node);
    this.append('limit ');
    this.appendImmediateValue(node.limit.value);
  }
}

/** Kysely would let one caller in at a time, before the driver below has seen the others and can bound their wait. */
class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function dialect(driver: Driver): Dialect {
  return {
    createDriver: () => driver,
    createQueryCompiler: () => new Compiler(),
    createAdapter: () => new Adapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

function open(path: string): DatabaseSync {
  // Readable by nobody else, and what SQLite puts beside it takes over these rights.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  // Another process may be making or leaving the file just now. Nobody is served yet, so it is waited for in place.
  const database = new DatabaseSync(path, { timeout: openMs });
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  database.exec('pragma foreign_keys = on');
  // What is erased is overwritten: the file must not keep what the service says is gone.
  database.exec('pragma secure_delete = on');
  database.exec(`pragma busy_timeout = ${busyMs}`);
  // With a million people 2 MB, the default, do not hold the pages of a few hundred callers, nor do 8 MB: a seventh of
  // what GET /api/me takes went into reading them again. It is taken as needed; a small installation never does.
  database.exec('pragma cache_size = -32000');
  return database;
}

/**
 * Two connections to one file: readers see the last committed state and never wait for a writer.
 * Both are synchronous; a point read costs microseconds, less than handing it to a thread.
 */
export function openSqlite(path: string, report: Report): EngineHandle {
  const databases = [open(path), open(path)] as const;
  // The writer comes back by itself: SQLite would wait in place, and nobody would be served meanwhile.
  databases[0].exec('pragma busy_timeout = 0');
  databases[1].exec('pragma query_only = on');
  const writer = new Connection(databases[0], report);
  const reader = new Connection(databases[1], report);
  const serial = new SerialDriver(writer);
  const listeners = new Set<Listener>();
  const log = report.query;
  const atOnce = byStep<() => void>((reads) => reader.onOneState(reads));
  return {
    engine: 'sqlite',
    read: new Kysely<Tables>({ dialect: dialect(new ReadDriver(reader)), log }),
    write: new Kysely<Tables>({ dialect: dialect(serial), log }),
    prepared: ({ sql }) => {
      const statement = reader.statement(sql);
      return (values) => {
        report.query();
        return new Promise((resolve, reject) => {
          atOnce(() => {
            try {
              resolve(reader.attempt(() => statement.all(...values.map(toInput))));
            } catch (error) {
              reject(error);
            }
          });
        });
      };
    },
    listen: (listener) => {
      listeners.add(listener);
    },
    // Other processes on the same file notice a change by its version counter.
    notify: async () => {},
    heard: (message) => {
      for (const listener of listeners) listener(message);
    },
    retryable: () => false,
    // Reads wait for nobody, and writers for the event loop alone.
    waiting: () => 0,
    withoutTimeouts: async () => {},
    close: async () => {
      serial.endGroup();
      for (const database of databases) database.close();
    },
  };
}
