import { setTimeout as sleep } from 'node:timers/promises';
import type { Compilable, Kysely, SelectQueryBuilder, Transaction } from 'kysely';
import { chunksOf } from '../lib/chunks.ts';
import type { ChangesTable, Tables } from './tables.ts';

export type Engine = 'sqlite' | 'postgres';
export type Reader = Kysely<Tables>;
export type Trx = Transaction<Tables>;
export type Message = { topic: string; key: string };
export type Listener = (message: Message) => void;
export type Rows = readonly unknown[];

/** Takes the place of a value when a query is compiled once and run with different values. */
export type Parameter<P extends string> = (name: P) => string;
export type Build<P extends string, O> = (read: Reader, parameter: Parameter<P>) => Compilable<O>;

/** What an engine reports while it works. */
export type Report = { query: () => void; failure: (error: unknown) => void };

/** A row of the change feed. `subject` is JSON with identifiers, `uid` the person among them. */
export type NewChange = Omit<ChangesTable, 'seq'>;

/** Few enough for the engines' limit on parameters. */
const appendedAtOnce = 4000;

/** The change feed, which has to be in the order of the commits (`features/changes`). */
export type ChangeLog = {
  /** The last statements of a transaction. */
  append: (trx: Trx, rows: readonly NewChange[]) => Promise<void>;
  /**
   * The highest number up to which the feed is complete: no transaction that is still running will add a row at or below
   * it. Read rows only after this has resolved.
   */
  completeUpTo: () => Promise<number>;
  /** The highest number that was ever given out. */
  lastNumber: () => Promise<number>;
  /** Needed after rows were copied with their numbers. */
  continueAfterCopy: (trx: Trx) => Promise<void>;
};

/** What each engine provides. Everything that differs between them is behind this. */
export type EngineHandle = {
  engine: Engine;
  read: Reader;
  write: Reader;
  writeWithoutTimeouts: Reader;
  prepareRead: (sql: string) => (values: readonly unknown[]) => Promise<Rows>;
  listen: (listener: Listener) => void;
  /** Sends the message to other processes when the transaction commits. */
  notify: (trx: Trx, message: Message) => Promise<void>;
  notifyLocal: Listener;
  changes: ChangeLog;
  lockName: (trx: Trx, name: string) => Promise<void>;
  isRetryable: (error: unknown) => boolean;
  waiting: () => number;
  close: () => Promise<void>;
};

export type Db = {
  engine: Engine;
  /** For reads outside a transaction. On SQLite it rejects writes. */
  read: Reader;
  transaction: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;
  /** For migrations and copies of whole tables, which may take longer than a request is allowed to. */
  transactionWithoutTimeouts: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;
  /** Compiles a query once and runs it with different values: for the reads of every request. */
  prepare: <P extends string, O>(build: Build<P, O>) => (values: Record<P, string>) => Promise<O[]>;
  /** Called after changes announced by this process, and by others where the engine can tell. */
  listen: (listener: Listener) => void;
  queryCount: () => number;
  /** How many callers are waiting for a connection. */
  waiting: () => number;
  /** Whether the database has failed and no write has succeeded since. */
  hasOutage: () => boolean;
  handle: EngineHandle;
  close: () => Promise<void>;
};

const maxAttempts = 6;
const firstPauseMs = 10;

type Context = {
  handle: EngineHandle;
  /** Rows of the change feed, inserted by the last statement of the transaction. */
  changes: NewChange[];
  afterCommit: (() => void)[];
  through: Through;
};

/**
 * The credential used in this transaction, for audit entries: an API token, or a service account together with the person
 * in whose name it sends messages.
 */
export type Through = { token?: string; service?: { uid: string; responsible: string | null } };

const contexts = new WeakMap<Trx, Context>();

/** Runs the work again after a deadlock. Random pauses keep the same transactions from colliding again. */
export async function runTransaction<T>(
  handle: EngineHandle,
  write: Reader,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const context: Context = { handle, changes: [], afterCommit: [], through: {} };
    try {
      const result = await write.transaction().execute(async (trx) => {
        contexts.set(trx, context);
        const done = await work(trx);
        for (const some of chunksOf(context.changes, appendedAtOnce)) await handle.changes.append(trx, some);
        return done;
      });
      for (const callback of context.afterCommit) callback();
      if (context.changes.length > 0) handle.notifyLocal({ topic: changesTopic, key: '' });
      return result;
    } catch (error) {
      if (attempt >= maxAttempts || !handle.isRetryable(error)) throw error;
      await sleep(Math.random() * firstPauseMs * 2 ** (attempt - 1));
    }
  }
}

function contextOf(trx: Trx): Context {
  const context = contexts.get(trx);
  if (context === undefined) throw new Error('this transaction was not started with db.transaction');
  return context;
}

/** Runs only if the transaction commits. */
export function afterCommit(trx: Trx, callback: () => void): void {
  contextOf(trx).afterCommit.push(callback);
}

export function actThrough(trx: Trx, through: Through): void {
  contextOf(trx).through = through;
}

export const actedThrough = (trx: Trx): Through => contextOf(trx).through;

/**
 * Transactions that lock the same name run one after the other, up to their commit. For locks that must be taken before
 * any row is locked. On SQLite, all writing transactions run one after the other.
 */
export const lockName = (trx: Trx, name: string): Promise<void> => contextOf(trx).handle.lockName(trx, name);

/**
 * Locks the rows that the query reads, up to the commit, in the order of the query: order it by the key, so that two
 * transactions that lock the same rows wait for each other and do not deadlock. An update takes its locks in any order.
 */
export const lockRows = <O>(trx: Trx, query: SelectQueryBuilder<Tables, keyof Tables, O>): Promise<O[]> =>
  (contextOf(trx).handle.engine === 'postgres' ? query.forNoKeyUpdate() : query).execute();

/** Sent to the listeners of this process after a commit with changes; other processes poll. */
export const changesTopic = 'changes';

/** Adds to the change feed when the transaction commits. */
export function addChanges(trx: Trx, rows: readonly NewChange[]): void {
  contextOf(trx).changes.push(...rows);
}

/** Notifies the listeners of this process after the commit, and those of other processes through the engine. */
export async function announce(trx: Trx, message: Message): Promise<void> {
  const context = contextOf(trx);
  context.afterCommit.push(() => context.handle.notifyLocal(message));
  await context.handle.notify(trx, message);
}
