import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import type { Report, Rows } from '../db.ts';

const maxCachedStatements = 500;

/** A connection of node:sqlite for Kysely's driver. Statements are cached: preparing one costs more than a read by key. */
export class Connection implements SqliteDatabase {
  readonly #database: DatabaseSync;
  readonly #report: Report;
  readonly #statements = new Map<string, CachedStatement>();

  lastFailure: unknown;

  constructor(database: DatabaseSync, report: Report) {
    this.#database = database;
    this.#report = report;
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  get isOpen(): boolean {
    return this.#database.isOpen;
  }

  prepare(sql: string): CachedStatement {
    const cached = this.#statements.get(sql);
    if (cached !== undefined) return cached;
    const statement = new CachedStatement(this, this.#database.prepare(sql));
    if (this.#statements.size >= maxCachedStatements) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  /** Runs the work and reports its failure before throwing it on. */
  reporting<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.lastFailure = error;
      this.#report.failure(error);
      throw error;
    }
  }

  close(): void {
    this.#database.close();
  }
}

class CachedStatement implements SqliteStatement {
  readonly reader: boolean;
  readonly #connection: Connection;
  readonly #statement: StatementSync;

  constructor(connection: Connection, statement: StatementSync) {
    this.#connection = connection;
    this.#statement = statement;
    this.reader = statement.columns().length > 0;
  }

  all(values: Rows) {
    return this.#connection.reporting(() => this.#statement.all(...values.map(toInput)));
  }

  run(values: Rows) {
    return this.#connection.reporting(() => this.#statement.run(...values.map(toInput)));
  }

  iterate(): never {
    throw new Error('streaming is not supported; read a page at a time');
  }
}

function toInput(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'bigint' || value instanceof Uint8Array) return value;
  throw new TypeError(`a ${typeof value} cannot be stored in SQLite`);
}
