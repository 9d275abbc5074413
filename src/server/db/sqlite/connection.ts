import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { Report } from '../db.ts';

const cachedStatements = 500;

/** A connection with its prepared statements, kept because preparing costs more than a point read. */
export class Connection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #report: Report;
  readonly #statements = new Map<string, StatementSync>();

  /** What went wrong last. */
  failure: unknown;

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
      this.failure = error;
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

  /** For reads that come together: taking hold of a state of the file and letting it go costs as much as one of them. */
  onOneState(reads: readonly (() => void)[]): void {
    // Once it is closed, each of them is told so.
    const isShared = reads.length > 1 && this.#database.isOpen;
    if (isShared) this.exec('begin');
    for (const read of reads) read();
    if (isShared && this.inTransaction) this.exec('rollback');
  }

  streamQuery(): never {
    throw new Error('rows are read a page at a time');
  }

  exec(text: string): void {
    this.#database.exec(text);
  }
}

export function toInput(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'bigint' || value instanceof Uint8Array) return value;
  throw new TypeError(`a ${typeof value} cannot cross the border to the database`);
}
