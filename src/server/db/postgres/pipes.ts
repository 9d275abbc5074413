import pg from 'pg';
import { isDbUnavailable } from '../../lib/db-unavailable.ts';
import type { Report } from '../db.ts';
import { spoils, waitMs } from './driver.ts';
import type { Statement } from './driver.ts';
import { refuseReadOnly } from './hosts.ts';
import type { Hosts } from './hosts.ts';

/** Each is a process of the server's. */
const most = 4;
/** The next one is used when so many wait for answers on those before it: what goes out together costs least. */
const deep = 8;

type Settings = { hosts: Hosts; client: pg.ClientConfig; silenceMs: number; report: Report };

/** One connection on which statements are sent without waiting for the answers to those before. */
class Pipe {
  readonly home: string;
  readonly opened: Promise<void>;
  isOpen = false;
  waiting = 0;
  /** Reads that wait for an answer: a statement may be those of many. */
  callers = 0;
  isSpoilt = false;
  readonly #client: pg.Client;
  readonly #silenceMs: number;
  #isCorked = false;
  #ended: Promise<void> | undefined;

  constructor({ hosts, client, silenceMs, report }: Settings) {
    this.home = hosts.current();
    this.#silenceMs = silenceMs;
    this.#client = new pg.Client({
      ...client,
      connectionString: this.home,
      connectionTimeoutMillis: waitMs,
      pipeline: true,
    });
    // Whoever waits for an answer is told as well; this is for a connection that breaks while nobody does.
    this.#client.on('error', (error) => {
      this.isSpoilt = true;
      if (this.waiting === 0) report.failure(error);
    });
    this.#client.on('end', () => (this.isSpoilt = true));
    this.opened = this.#open(hosts.several);
    this.opened.catch(() => this.retire());
  }

  async #open(oneOfSeveral: boolean): Promise<void> {
    await this.#client.connect();
    if (oneOfSeveral) await refuseReadOnly(this.#client);
    this.isOpen = true;
  }

  /** After an error the connection is not trusted any longer; what was sent before is still answered. */
  send(statement: Statement, callers: number): Promise<readonly unknown[]> {
    this.#cork();
    this.waiting += 1;
    this.callers += callers;
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => this.#client.connection.stream.destroy(), this.#silenceMs);
      this.#client.query(statement, (error: Error | null, result: pg.QueryResult) => {
        clearTimeout(giveUp);
        this.waiting -= 1;
        this.callers -= callers;
        if (error === null || error === undefined) resolve(result.rows);
        else {
          this.isSpoilt = true;
          reject(error);
        }
        if (this.isSpoilt) this.retire();
      });
    });
  }

  /** What is asked for at the end of a step leaves as one packet. */
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

  /** Takes nothing more, and ends when nobody waits for it. */
  retire(): void {
    this.isSpoilt = true;
    if (this.waiting === 0) void this.end();
  }

  end(): Promise<void> {
    this.isSpoilt = true;
    this.#ended ??= this.#client.end().catch(() => {});
    return this.#ended;
  }
}

/**
 * Where the short reads go that every request makes. They share a few connections, without borrowing one from the pool
 * for each and without a round trip for each: the server spends half as much on a read.
 */
export function pipes(settings: Settings) {
  const { hosts, report } = settings;
  const open: Pipe[] = [];
  let isEnded = false;

  const pick = (): Pipe => {
    if (isEnded) throw new Error('the database is closed');
    for (const [i, pipe] of open.entries()) {
      if (!pipe.isSpoilt && pipe.home === hosts.current()) continue;
      pipe.retire();
      open.splice(i, 1);
      return pick();
    }
    const roomy = open.find(({ waiting }) => waiting < deep);
    if (roomy !== undefined) return roomy;
    if (open.length === most) return open.reduce((least, pipe) => (pipe.waiting < least.waiting ? pipe : least));
    const fresh = new Pipe(settings);
    open.push(fresh);
    return fresh;
  };

  const seekOrThrow = async (error: unknown, isFirst: boolean): Promise<void> => {
    if (!isFirst || !hosts.several || !isDbUnavailable(error)) throw error;
    await hosts.seek();
  };

  return {
    send: async (statement: Statement, callers: number): Promise<readonly unknown[]> => {
      try {
        let pipe = pick();
        for (let isFirst = true; !pipe.isOpen; isFirst = false, pipe = pick())
          await pipe.opened.catch((error: unknown) => seekOrThrow(error, isFirst));
        return await pipe.send(statement, callers);
      } catch (error) {
        report.failure(error);
        if (hosts.several && spoils(error)) void hosts.seek();
        throw error;
      }
    },
    waiting: () => open.reduce((sum, { callers }) => sum + Math.max(0, callers - deep), 0),
    end: async () => {
      isEnded = true;
      await Promise.all(open.map((pipe) => pipe.end()));
    },
  };
}
