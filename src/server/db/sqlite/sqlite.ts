import { closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteAdapter, SqliteDialect, SqliteDriver, SqliteQueryCompiler, ValueNode } from 'kysely';
import type { LimitNode } from 'kysely';
import type { EngineHandle, Listener, Report } from '../db.ts';
import type { Tables } from '../tables.ts';
import { sqliteChanges } from './changes.ts';
import { Connection } from './connection.ts';
import { preparedReads } from './prepared-reads.ts';
import { WriteDriver } from './write-driver.ts';

const openTimeoutMs = 10_000;
const readTimeoutMs = 50;

/** Writes limits into the SQL: SQLite plans a query again whenever a bound limit is set, 80 us for a query of 6 us. */
class Compiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    if (!ValueNode.is(node.limit)) return super.visitLimit(node);
    this.append('limit ');
    this.appendImmediateValue(node.limit.value);
  }
}

/** Kysely would queue callers before the write driver sees them and can limit how long they wait. */
class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class ReadDriver extends SqliteDriver {
  override beginTransaction(): never {
    throw new Error('db.read has no transactions; use db.transaction');
  }
}

class Dialect extends SqliteDialect {
  readonly #driver: SqliteDriver;

  constructor(connection: Connection, driver: SqliteDriver) {
    super({ database: connection });
    this.#driver = driver;
  }

  override createDriver = () => this.#driver;
  override createQueryCompiler = () => new Compiler();
  override createAdapter = () => new Adapter();
}

function open(path: string): DatabaseSync {
  // Only this user may read it; SQLite gives the files beside it the same mode.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  // Another process may be creating or closing the file. Blocking is fine here: no requests are served yet.
  const database = new DatabaseSync(path, { timeout: openTimeoutMs });
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  database.exec('pragma foreign_keys = on');
  // Overwrite deleted content, so that erased data is not left in the file.
  database.exec('pragma secure_delete = on');
  database.exec(`pragma busy_timeout = ${readTimeoutMs}`);
  // With a million people, 2 MB (the default) or 8 MB do not hold the pages of a few hundred callers, and a seventh of
  // GET /api/me went into reading them again. Memory is used as needed, so a small installation uses less.
  database.exec('pragma cache_size = -32000');
  return database;
}

/**
 * One connection for reads and one for writes, so that reads see the last committed state and never wait for a writer.
 * Both are synchronous: a read by key takes microseconds, less than handing it to a thread.
 */
export function openSqlite(path: string, report: Report): EngineHandle {
  const databases = [open(path), open(path)] as const;
  // The write driver retries by itself, because SQLite's waiting would block the event loop.
  databases[0].exec('pragma busy_timeout = 0');
  databases[1].exec('pragma query_only = on');
  const writer = new Connection(databases[0], report);
  const reader = new Connection(databases[1], report);
  const writeDriver = new WriteDriver(writer);
  const listeners = new Set<Listener>();
  const kyselyOn = (connection: Connection, driver: SqliteDriver) =>
    new Kysely<Tables>({ dialect: new Dialect(connection, driver), log: report.query });
  const write = kyselyOn(writer, writeDriver);
  const prepareRead = preparedReads(reader, report);
  return {
    engine: 'sqlite',
    read: kyselyOn(reader, new ReadDriver({ database: reader })),
    write,
    // Nothing interrupts a running statement.
    writeWithoutTimeouts: write,
    prepareRead,
    listen: (listener) => {
      listeners.add(listener);
    },
    // Other processes notice changes by a version counter in the database.
    notify: async () => {},
    notifyLocal: (message) => {
      for (const listener of listeners) listener(message);
    },
    changes: sqliteChanges(prepareRead),
    lockName: async () => {},
    isRetryable: () => false,
    // Nobody waits for a connection.
    waiting: () => 0,
    close: async () => {
      writeDriver.commitGroup();
      for (const connection of [writer, reader]) connection.close();
    },
  };
}
