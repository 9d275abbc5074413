import { setTimeout as sleep } from 'node:timers/promises';
import { SqliteDriver } from 'kysely';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { Connection } from './connection.ts';

const lockTimeoutMs = 5000;
/** A group is committed after this many transactions or this much time. */
const maxGroupSize = 32;
const maxGroupMs = 10;
/** A pause between groups lets another process that waits for the file get its lock; it retries about as often. */
const pauseBetweenGroupsMs = 1;
const maxRetryPauseMs = 2;

export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
}

/** What Kysely uses as the connection of one transaction. */
class QueuedTransaction implements DatabaseConnection {
  readonly deadlineMs: number;
  readonly startNext: () => void;
  readonly #driver: WriteDriver;
  readonly #connection: DatabaseConnection;
  hasBegun = false;
  isSavepoint = false;
  isDone = false;

  constructor(driver: WriteDriver, connection: DatabaseConnection, deadlineMs: number, startNext: () => void) {
    this.#driver = driver;
    this.#connection = connection;
    this.deadlineMs = deadlineMs;
    this.startNext = startNext;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.hasBegun) this.#driver.commitGroup();
    return this.#connection.executeQuery<R>(query);
  }

  streamQuery(): never {
    throw new Error('streaming is not supported; read a page at a time');
  }
}

/** Transactions that are written to disk by one commit. */
class CommitGroup {
  readonly committed: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
  readonly #beganMs = performance.now();
  size = 0;
  isDue = false;

  constructor() {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.committed = promise;
    this.resolve = resolve;
    this.reject = reject;
    // The group may have no members left to handle a rejection.
    promise.catch(() => {});
  }

  get isFull(): boolean {
    return this.isDue || this.size >= maxGroupSize || performance.now() - this.#beganMs > maxGroupMs;
  }
}

/**
 * Runs one transaction at a time. Those of one turn of the event loop are committed together, because waiting for the
 * disk takes as long for one as for many; no caller continues before that commit. All but the first are savepoints, so
 * that each can be rolled back alone.
 */
export class WriteDriver extends SqliteDriver {
  readonly #connection: Connection;
  #lastQueued: Promise<void> = Promise.resolve();
  #group: CommitGroup | undefined;
  #isRunning = false;
  #pauseUntilMs = 0;

  constructor(connection: Connection) {
    super({ database: connection });
    this.#connection = connection;
  }

  override async acquireConnection(): Promise<QueuedTransaction> {
    // Counted from here, so that callers queued behind a locked file do not each wait the full time.
    const deadlineMs = performance.now() + lockTimeoutMs;
    const previous = this.#lastQueued;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastQueued = promise;
    await previous;
    this.#isRunning = true;
    return new QueuedTransaction(this, await super.acquireConnection(), deadlineMs, resolve);
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    this.#finish(queuedTransaction(connection));
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const transaction = queuedTransaction(connection);
    transaction.isSavepoint = this.#group !== undefined;
    if (transaction.isSavepoint) this.#connection.exec('savepoint queued');
    else {
      await this.#lockFile(transaction.deadlineMs);
      this.#startGroup();
    }
    transaction.hasBegun = true;
  }

  /** Another process may hold the lock. Retries with a timer, because SQLite's own waiting would block the event loop. */
  async #lockFile(deadlineMs: number): Promise<void> {
    if (performance.now() < this.#pauseUntilMs) await sleep(pauseBetweenGroupsMs);
    for (;;) {
      try {
        this.#connection.exec('begin immediate');
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() >= deadlineMs) return this.#connection.reporting(() => rethrow(error));
        await sleep(Math.random() * maxRetryPauseMs);
      }
    }
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const group = this.#group;
    if (group === undefined) throw new Error('no transaction is open');
    const transaction = queuedTransaction(connection);
    if (transaction.isSavepoint) this.#connection.reporting(() => this.#connection.exec('release queued'));
    group.size += 1;
    this.#finish(transaction);
    await group.committed;
  }

  /** After some errors, such as a full disk, SQLite has already rolled back the whole group. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const transaction = queuedTransaction(connection);
    if (transaction.isDone) return;
    const group = this.#group;
    if (!this.#connection.inTransaction) {
      this.#group = undefined;
      group?.reject(this.#connection.lastFailure);
    } else if (transaction.isSavepoint) this.#connection.exec('rollback to queued; release queued');
    else {
      this.#group = undefined;
      this.#connection.exec('rollback');
    }
    this.#finish(transaction);
  }

  #startGroup(): void {
    const group = new CommitGroup();
    this.#group = group;
    setImmediate(() => {
      group.isDue = true;
      if (!this.#isRunning && this.#group === group) this.commitGroup();
    });
  }

  /** Starts the next transaction, which joins the group unless it is full. */
  #finish(transaction: QueuedTransaction): void {
    if (transaction.isDone) return;
    transaction.isDone = true;
    this.#isRunning = false;
    if (this.#group?.isFull === true) this.commitGroup();
    transaction.startNext();
  }

  commitGroup(): void {
    const group = this.#group;
    this.#group = undefined;
    if (group === undefined) return;
    try {
      this.#connection.reporting(() => this.#connection.exec('commit'));
      if (group.size > 1) this.#pauseUntilMs = performance.now() + pauseBetweenGroupsMs;
      group.resolve();
    } catch (error) {
      if (this.#connection.inTransaction) this.#connection.exec('rollback');
      group.reject(error);
    }
  }
}

function rethrow(error: unknown): never {
  throw error;
}

function queuedTransaction(connection: DatabaseConnection | undefined): QueuedTransaction {
  if (connection instanceof QueuedTransaction) return connection;
  throw new Error('this connection belongs to another database');
}
