import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, ValueNode } from 'kysely';
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, LimitNode, QueryResult } from 'kysely';
import type { EngineHandle, Listener, Report } from './db.ts';
import type { Tables } from './tables.ts';

const busyMs = 50;
const openMs = 10_000;
const patienceMs = 5000;
const cachedStatements = 500;

/** A connection with its prepared statements, kept because preparing costs more than a point read. */
class Connection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #report: Report;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, report: Report) {
    this.#database = database;
    this.#report = report;
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Lets the engine's failures be heard of. */
  attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.#report.failure(error);
      throw error;
    }
  }

  statement(text: string): StatementSync {
    const kept = this.#statements.get(text);
    if (kept !== undefined) return kept;
    const statement = this.#database.prepare(text);
    if (this.#statements.size >= cachedStatements) this.#statements.clear();
    this.#statements.set(text, statement);
    return statement;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const values = query.parameters.map(toInput);
    return this.attempt(() => {
      const statement = this.statement(query.sql);
      if (statement.columns().length > 0) return { rows: statement.all(...values).map((row) => row as R) };
      const { changes } = statement.run(...values);
      return { rows: [], numAffectedRows: BigInt(changes) };
    });
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // Not kept: a statement that is being walked cannot serve a second caller.
    const statement = this.#database.prepare(query.sql);
    for (const row of statement.iterate(...query.parameters.map(toInput))) yield { rows: [row as R] };
  }

  exec(text: string): void {
    this.#database.exec(text);
  }
}

function toInput(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'bigint' || value instanceof Uint8Array) return value;
  throw new TypeError(`a ${typeof value} cannot cross the border to the database`);
}

/** One writer at a time: transactions queue here instead of failing on the file's lock. */
class SqliteDriver implements Driver {
  readonly #connection: Connection;
  readonly #serial: boolean;
  #tail: Promise<void> = Promise.resolve();
  #release: () => void = () => {};
  #deadline = 0;

  constructor(connection: Connection, serial: boolean) {
    this.#connection = connection;
    this.#serial = serial;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#serial) return this.#connection;
    // From here on, so that those who queue behind a file that stays locked do not each wait in full.
    const deadline = performance.now() + patienceMs;
    const before = this.#tail;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#tail = promise;
    await before;
    this.#release = resolve;
    this.#deadline = deadline;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    if (this.#serial) this.#release();
  }

  /** Another process may hold the file: wait without blocking the event loop. */
  async beginTransaction(): Promise<void> {
    for (;;) {
      try {
        this.#connection.exec('begin immediate');
        return;
      } catch (error) {
        if (isBusy(error) && performance.now() < this.#deadline) await sleep(1 + Math.random() * 10);
        else return this.#connection.attempt(() => rethrow(error));
      }
    }
  }

  async commitTransaction(): Promise<void> {
    this.#connection.attempt(() => this.#connection.exec('commit'));
  }

  /** A full disk or a failing one has already rolled back; what went wrong there is the error to tell. */
  async rollbackTransaction(): Promise<void> {
    if (this.#connection.inTransaction) this.#connection.exec('rollback');
  }

  async destroy(): Promise<void> {}
}

function rethrow(error: unknown): never {
  throw error;
}

export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
}

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

function dialect(connection: Connection, serial: boolean): Dialect {
  return {
    createDriver: () => new SqliteDriver(connection, serial),
    createQueryCompiler: () => new Compiler(),
    createAdapter: () => new Adapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

function open(path: string): DatabaseSync {
  // Another process may be making or leaving the file just now. Nobody is served yet, so it is waited for in place.
  const database = new DatabaseSync(path, { timeout: openMs });
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  database.exec('pragma foreign_keys = on');
  // What is erased is overwritten: the file must not keep what the service says is gone.
  database.exec('pragma secure_delete = on');
  database.exec(`pragma busy_timeout = ${busyMs}`);
  // With a million people 2 MB, the default, do not hold the pages of a few hundred callers: 25 us a read instead of 15.
  database.exec('pragma cache_size = -8000');
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
  const listeners = new Set<Listener>();
  const log = report.query;
  return {
    engine: 'sqlite',
    read: new Kysely<Tables>({ dialect: dialect(reader, false), log }),
    write: new Kysely<Tables>({ dialect: dialect(writer, true), log }),
    prepared: (text) => {
      const statement = reader.statement(text);
      return async (values) => {
        report.query();
        return reader.attempt(() => statement.all(...values.map(toInput)));
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
    takeTime: async () => {},
    close: async () => {
      for (const database of databases) database.close();
    },
  };
}
