import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';
import pg from 'pg';
import { isDbUnavailable } from '../../lib/db-unavailable.ts';
import type { Report } from '../db.ts';
import { refuseReadOnly } from './hosts.ts';
import type { Hosts } from './hosts.ts';

const poolSize = 10;
/** How long a connection may take to come about. */
export const waitMs = 5000;

export type Statement = { name?: string; text: string; values: unknown[] };

/** What was said by the server about one statement leaves the connection good; anything else does not. */
export const spoils = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || /^(?:25006|25P03|57P0.|08...)$/.test(error.code ?? '');

/** Victims of a deadlock, or of a race between transactions: tried again, they go through. */
export const isRetryableConflict = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(?:40001|40P01)$/.test(error.code ?? '');

const names = new WeakMap<object, string>();
let named = 0;

/** A statement with a name is parsed once for each connection. */
export function nameStatement({ query }: CompiledQuery): void {
  named += 1;
  names.set(query, `kept_${named}`);
}

/**
 * A connection on loan from the pool. One that broke, fell silent or turned out to be read-only is not given back.
 * The server ends statements that take too long; one that cannot even do that is given up here.
 */
export class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #report: Report;
  #silenceMs: number;
  #broken: unknown;

  constructor(client: pg.PoolClient, report: Report, silenceMs: number) {
    this.#client = client;
    this.#report = report;
    this.#silenceMs = silenceMs;
  }

  get isBroken(): boolean {
    return this.#broken !== undefined;
  }

  /** For what takes as long as it takes; until it is given back. */
  withoutTimeouts(): void {
    this.#silenceMs = 0;
  }

  send(statement: Statement): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      if (this.#broken !== undefined) return reject(this.#broken);
      const giveUp = this.#silenceMs > 0 ? setTimeout(() => void this.#client.end(), this.#silenceMs) : undefined;
      this.#client.query(statement, (error: Error | null, result: pg.QueryResult) => {
        clearTimeout(giveUp);
        if (error === null || error === undefined) return resolve(result);
        if (spoils(error)) this.#broken = error;
        if (!isRetryableConflict(error)) this.#report.failure(error);
        reject(error);
      });
    });
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const name = names.get(query.query);
    const statement = { text: query.sql, values: [...query.parameters] };
    const { command, rowCount, rows } = await this.send(name === undefined ? statement : { name, ...statement });
    if (command === 'SELECT') return { rows };
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  streamQuery(): never {
    throw new Error('rows are read a page at a time');
  }

  release(): void {
    this.#client.release(this.isBroken);
  }
}

export type ConnectionPool = {
  acquire: () => Promise<Connection>;
  giveBack: (connection: Connection) => void;
  waiting: () => number;
  end: () => Promise<void>;
};

/** The pool, at whichever host takes writes. */
export function connectionPool(
  hosts: Hosts,
  settings: pg.ClientConfig,
  silenceMs: number,
  report: Report,
): ConnectionPool {
  const homes = new WeakMap<pg.ClientBase, string>();
  class Member extends pg.Client {
    constructor(options: pg.ClientConfig = {}) {
      super({ ...options, connectionString: hosts.current() });
      homes.set(this, hosts.current());
      // A connection that breaks while it is in use fails its query, and says so a second time as an event: heard by
      // nobody, that event would end the process.
      this.on('error', () => {});
    }
  }
  const onConnect = hosts.several ? { onConnect: refuseReadOnly } : {};
  const pool = new pg.Pool({
    ...settings,
    ...onConnect,
    Client: Member,
    max: poolSize,
    connectionTimeoutMillis: waitMs,
  });
  pool.on('error', report.failure);

  const lend = async (): Promise<Connection> => {
    for (;;) {
      const client = await pool.connect();
      if (homes.get(client) === hosts.current()) return new Connection(client, report, silenceMs);
      client.release(true);
    }
  };

  const seekAndLend = async (error: unknown): Promise<Connection> => {
    try {
      if (!hosts.several || !isDbUnavailable(error) || isFull(error)) throw error;
      await hosts.seek();
      return await lend();
    } catch (failure) {
      report.failure(failure);
      throw failure;
    }
  };

  return {
    acquire: () => lend().catch(seekAndLend),
    giveBack: (connection) => {
      connection.release();
      if (connection.isBroken && hosts.several) void hosts.seek();
    },
    waiting: () => pool.waitingCount,
    end: () => pool.end(),
  };
}

/** All connections are in use: another host would not help. */
const isFull = (error: unknown): boolean => error instanceof Error && error.message.startsWith('timeout exceeded');

class PostgresDriver implements Driver {
  readonly #connectionPool: ConnectionPool;

  constructor(from: ConnectionPool) {
    this.#connectionPool = from;
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<Connection> {
    return this.#connectionPool.acquire();
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#connectionPool.giveBack(ours(connection));
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await ours(connection).send({ text: 'begin', values: [] });
  }

  /** The server answers `rollback` to a commit after a statement that failed. */
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const { command } = await ours(connection).send({ text: 'commit', values: [] });
    if (command === 'ROLLBACK') throw new Error('the transaction had failed before its commit');
  }

  /** With the connection gone, so is the transaction; what broke it is the error to tell. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (!ours(connection).isBroken) await ours(connection).send({ text: 'rollback', values: [] });
  }

  async destroy(): Promise<void> {}
}

export function ours(connection: DatabaseConnection): Connection {
  if (connection instanceof Connection) return connection;
  throw new Error('not a connection of this database');
}

export const postgresDialect = (from: ConnectionPool): Dialect => ({
  createDriver: () => new PostgresDriver(from),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
});
