/**
 * Prepared reads on PostgreSQL. Every signed-in request makes several short reads by key. Taking a connection from the
 * pool and waiting for a round trip for each of them is slow, so they share up to four connections on which a
 * statement is sent without waiting for the answers to the earlier ones (`pipeline: true` of `pg`). bench/README.md has
 * the measurements. Transactions and all other reads use the pool.
 */
import pg from 'pg';
import { isDbUnavailable } from '../../lib/db-unavailable.ts';
import type { Report, Rows } from '../db.ts';
import { breaksConnection } from './errors.ts';
import { refuseReadOnly } from './hosts.ts';
import type { Hosts } from './hosts.ts';

const maxConnections = 4;
/** Another connection is opened when each has this many unanswered statements. */
const statementsPerConnection = 8;

type Settings = { hosts: Hosts; client: pg.ClientConfig; report: Report };
type Statement = { name: string; text: string; values: unknown[] };

class PipelinedConnection {
  readonly host: string;
  readonly opened: Promise<void>;
  isOpen = false;
  isRetired = false;
  unanswered = 0;
  readonly #client: pg.Client;
  #isCorked = false;
  #ended: Promise<void> | undefined;

  constructor({ hosts, client, report }: Settings) {
    this.host = hosts.current();
    this.#client = new pg.Client({ ...client, connectionString: this.host, pipeline: true });
    // Unanswered statements fail with the same error; this reports a connection that breaks while idle.
    this.#client.on('error', (error) => {
      this.isRetired = true;
      if (this.unanswered === 0) report.failure(error);
    });
    this.#client.on('end', () => (this.isRetired = true));
    this.opened = this.#open(hosts.several);
    this.opened.catch(() => this.retire());
  }

  async #open(checkWritable: boolean): Promise<void> {
    await this.#client.connect();
    if (checkWritable) await refuseReadOnly(this.#client);
    this.isOpen = true;
  }

  async send(statement: Statement): Promise<Rows> {
    this.#cork();
    this.unanswered += 1;
    try {
      return (await this.#client.query<Record<string, unknown>>(statement)).rows;
    } catch (error) {
      // Statements sent earlier are still answered, but nothing new is sent here.
      this.isRetired = true;
      throw error;
    } finally {
      this.unanswered -= 1;
      if (this.isRetired) this.retire();
    }
  }

  /** Statements sent in the same tick leave in one packet. */
  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    const { stream } = this.#client.connection;
    stream.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }

  /** Accepts nothing more and closes after the last answer. */
  retire(): void {
    this.isRetired = true;
    if (this.unanswered === 0) void this.end();
  }

  end(): Promise<void> {
    this.isRetired = true;
    this.#ended ??= this.#client.end().catch(() => {});
    return this.#ended;
  }
}

export function pipelinedConnections(settings: Settings) {
  const { hosts, report } = settings;
  const connections: PipelinedConnection[] = [];
  let isClosed = false;

  const pick = (): PipelinedConnection => {
    if (isClosed) throw new Error('the database is closed');
    for (const [i, connection] of connections.entries()) {
      if (!connection.isRetired && connection.host === hosts.current()) continue;
      connection.retire();
      connections.splice(i, 1);
      return pick();
    }
    const free = connections.find(({ unanswered }) => unanswered < statementsPerConnection);
    if (free !== undefined) return free;
    if (connections.length === maxConnections)
      return connections.reduce((least, one) => (one.unanswered < least.unanswered ? one : least));
    const added = new PipelinedConnection(settings);
    connections.push(added);
    return added;
  };

  const seekOrThrow = async (error: unknown, isFirst: boolean): Promise<void> => {
    if (!isFirst || !hosts.several || !isDbUnavailable(error)) throw error;
    await hosts.seek();
  };

  return {
    send: async (statement: Statement): Promise<Rows> => {
      try {
        let connection = pick();
        for (let isFirst = true; !connection.isOpen; isFirst = false, connection = pick())
          await connection.opened.catch((error: unknown) => seekOrThrow(error, isFirst));
        return await connection.send(statement);
      } catch (error) {
        report.failure(error);
        if (hosts.several && breaksConnection(error)) void hosts.seek();
        throw error;
      }
    },
    waiting: () => connections.reduce((sum, one) => sum + Math.max(0, one.unanswered - statementsPerConnection), 0),
    close: async () => {
      isClosed = true;
      await Promise.all(connections.map((connection) => connection.end()));
    },
  };
}
