import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { isDbUnavailable } from '../../lib/db-unavailable.ts';
import type { Report } from '../db.ts';
import { statementName } from '../prepared.ts';
import { breaksConnection, isRetryableConflict } from './errors.ts';
import { refuseReadOnly } from './hosts.ts';
import { poolWaitMs } from './settings.ts';
import type { Hosts } from './hosts.ts';

const poolSize = 10;

type PoolOptions = {
  hosts: Hosts;
  settings: pg.ClientConfig;
  report: Report;
  /** Runs on each new connection before it is used. */
  onConnect?: (client: pg.ClientBase) => Promise<void>;
};

/**
 * A connection taken from the pool. Kysely's driver would return a broken one to the pool; this one is discarded after
 * a timeout, a lost connection or a read-only error.
 */
class PooledConnection implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #options: PoolOptions;
  #broken: unknown;

  constructor(client: pg.PoolClient, options: PoolOptions) {
    this.#client = client;
    this.#options = options;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    text: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') throw new Error('cursors are not supported; read a page at a time');
    return this.#send<R>(text, values);
  }

  async #send<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (this.#broken !== undefined) {
      // The server has ended the transaction with the connection; Kysely should report the error that broke it.
      if (text === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] };
      throw this.#broken;
    }
    const name = statementName(text);
    try {
      const result = await this.#client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
      const command = result.command as PostgresQueryResult<R>['command'];
      return { command, rowCount: result.rowCount ?? 0, rows: result.rows };
    } catch (error) {
      if (breaksConnection(error)) this.#broken = error;
      if (!isRetryableConflict(error)) this.#options.report.failure(error);
      throw error;
    }
  }

  release(destroy = false): void {
    const isBroken = this.#broken !== undefined;
    this.#client.release(destroy || isBroken);
    if (isBroken && this.#options.hosts.several) void this.#options.hosts.seek();
  }
}

export type ConnectionPool = PostgresPool & {
  waiting: () => number;
  close: () => Promise<void>;
};

/** A pool of connections to the host that accepts writes. */
export function connectionPool(options: PoolOptions): ConnectionPool {
  const { hosts, settings, report } = options;
  const hostOf = new WeakMap<pg.ClientBase, string>();
  const connecting = { connectionTimeoutMillis: settings.connectionTimeoutMillis };
  class HostClient extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, ...connecting, connectionString: hosts.current() });
      hostOf.set(this, hosts.current());
      // A connection that breaks during a query also emits an error event, which would end the process if unhandled.
      this.on('error', () => {});
    }
  }
  // The pool waits for the promise, although its type does not say so.
  const hooks = {
    onConnect: async (client: pg.ClientBase): Promise<void> => {
      if (hosts.several) await refuseReadOnly(client);
      await options.onConnect?.(client);
    },
  };
  const pool = new pg.Pool({
    ...settings,
    ...hooks,
    Client: HostClient,
    max: poolSize,
    connectionTimeoutMillis: poolWaitMs,
  });
  pool.on('error', report.failure);

  /** Drops pooled connections to a host that is no longer the primary. */
  const acquire = async (): Promise<PooledConnection> => {
    for (;;) {
      const client = await pool.connect();
      if (hostOf.get(client) === hosts.current()) return new PooledConnection(client, options);
      client.release(true);
    }
  };

  const seekAndAcquire = async (error: unknown): Promise<PooledConnection> => {
    try {
      if (!hosts.several || !isDbUnavailable(error) || isPoolExhausted(error)) throw error;
      await hosts.seek();
      return await acquire();
    } catch (failure) {
      report.failure(failure);
      throw failure;
    }
  };

  return {
    options: {},
    connect: () => acquire().catch(seekAndAcquire),
    // Kysely calls this only if it has sent a query; `close` ends the pool in any case.
    end: async () => {},
    waiting: () => pool.waitingCount,
    close: () => pool.end(),
  };
}

/** All connections are in use: another host would not help. */
const isPoolExhausted = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('timeout exceeded');
