import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { byStep } from '../../lib/event-loop.ts';
import type { Connection } from './connection.ts';

const patienceMs = 5000;
/** So many transactions, or so much time, and the disk has its turn. */
const largestGroup = 32;
const longestGroupMs = 10;
/** Between two groups another process that waits for the file finds it free: it looks about as often. */
const gapMs = 1;
const againMs = 2;

export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
}

/** One caller's hold on the connection. It ends before the caller is told that what they wrote is on disk. */
class Turn implements DatabaseConnection {
  readonly deadline: number;
  readonly pass: () => void;
  readonly #driver: SerialDriver;
  readonly #connection: Connection;
  hasBegun = false;
  isNested = false;
  isOver = false;

  constructor(driver: SerialDriver, connection: Connection, deadline: number, pass: () => void) {
    this.#driver = driver;
    this.#connection = connection;
    this.deadline = deadline;
    this.pass = pass;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.hasBegun) this.#driver.endGroup();
    return this.#connection.executeQuery<R>(query);
  }

  streamQuery(): never {
    throw new Error('rows are read a page at a time');
  }
}

/** Transactions that are on disk together or not at all. */
class Group {
  readonly began = performance.now();
  readonly onDisk: Promise<void>;
  readonly succeed: () => void;
  readonly fail: (error: unknown) => void;
  size = 0;
  isDue = false;

  constructor() {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.onDisk = promise;
    this.succeed = resolve;
    this.fail = reject;
    // Those who are in it hear of it; it may be that nobody is.
    promise.catch(() => {});
  }

  get isFull(): boolean {
    return this.isDue || this.size >= largestGroup || performance.now() - this.began > longestGroupMs;
  }
}

/**
 * One writer at a time: transactions queue here instead of failing on the file's lock. Those of one turn of the event
 * loop go to disk together, which takes as long as for one, and nobody is told before. All but the first are savepoints,
 * so that each can fail for itself.
 */
export class SerialDriver implements Driver {
  readonly #connection: Connection;
  #tail: Promise<void> = Promise.resolve();
  #group: Group | undefined;
  #isBusy = false;
  #gapUntil = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Turn> {
    // From here on, so that those who queue behind a file that stays locked do not each wait in full.
    const deadline = performance.now() + patienceMs;
    const before = this.#tail;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#tail = promise;
    await before;
    this.#isBusy = true;
    return new Turn(this, this.#connection, deadline, resolve);
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#leave(turnOf(connection));
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const turn = turnOf(connection);
    turn.isNested = this.#group !== undefined;
    if (turn.isNested) this.#connection.exec('savepoint turn');
    else {
      await this.#begin(turn.deadline);
      this.#startGroup();
    }
    turn.hasBegun = true;
  }

  /** Another process may hold the file: wait without blocking the event loop. */
  async #begin(deadline: number): Promise<void> {
    if (performance.now() < this.#gapUntil) await sleep(gapMs);
    for (;;) {
      try {
        this.#connection.exec('begin immediate');
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() >= deadline) return this.#connection.attempt(() => rethrow(error));
        await sleep(Math.random() * againMs);
      }
    }
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const group = this.#group;
    if (group === undefined) throw new Error('there is no transaction');
    const turn = turnOf(connection);
    if (turn.isNested) this.#connection.attempt(() => this.#connection.exec('release turn'));
    group.size += 1;
    this.#leave(turn);
    await group.onDisk;
  }

  /** A full disk or a failing one has already rolled back, and the whole group with it. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const turn = turnOf(connection);
    if (turn.isOver) return;
    const group = this.#group;
    if (!this.#connection.inTransaction) {
      this.#group = undefined;
      group?.fail(this.#connection.failure);
    } else if (turn.isNested) this.#connection.exec('rollback to turn; release turn');
    else {
      this.#group = undefined;
      this.#connection.exec('rollback');
    }
    this.#leave(turn);
  }

  #startGroup(): void {
    const group = new Group();
    this.#group = group;
    setImmediate(() => {
      group.isDue = true;
      if (!this.#isBusy && this.#group === group) this.endGroup();
    });
  }

  /** Lets the next one in, who joins the group if there is one still. */
  #leave(turn: Turn): void {
    if (turn.isOver) return;
    turn.isOver = true;
    this.#isBusy = false;
    if (this.#group?.isFull === true) this.endGroup();
    turn.pass();
  }

  endGroup(): void {
    const group = this.#group;
    this.#group = undefined;
    if (group === undefined) return;
    try {
      this.#connection.attempt(() => this.#connection.exec('commit'));
      if (group.size > 1) this.#gapUntil = performance.now() + gapMs;
      group.succeed();
    } catch (error) {
      if (this.#connection.inTransaction) this.#connection.exec('rollback');
      group.fail(error);
    }
  }

  async destroy(): Promise<void> {}
}

function rethrow(error: unknown): never {
  throw error;
}

function turnOf(connection: DatabaseConnection): Turn {
  if (connection instanceof Turn) return connection;
  throw new Error('not a connection of this database');
}

/** For reads, which wait for nobody but those that were begun together. */
export class ReadDriver implements Driver {
  readonly #connection: Connection;
  readonly #atEndOfStep = byStep<() => void>((passes) => {
    for (const pass of passes) pass();
  });

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<Connection> {
    return new Promise((resolve) => this.#atEndOfStep(() => resolve(this.#connection)));
  }

  async releaseConnection(): Promise<void> {}

  beginTransaction(): never {
    throw new Error('reads make no transactions');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {}
}
