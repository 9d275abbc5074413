import { setTimeout as sleep } from 'node:timers/promises';
import type { Compilable, Kysely, Transaction } from 'kysely';
import { dbTroubleHint } from '../lib/db-unavailable.ts';
import type { Engine } from './columns.ts';
import { openPostgres } from './postgres/postgres.ts';
import { nameStatement } from './postgres/driver.ts';
import { openSqlite } from './sqlite/sqlite.ts';
import type { Tables } from './tables.ts';

export type Reader = Kysely<Tables>;
export type Trx = Transaction<Tables>;
export type Message = { topic: string; key: string };
export type Listener = (message: Message) => void;

export type Rows = readonly unknown[];
/** A read that many make at the same time, and what differs from one to the next; null for what never does. */
export type PreparedStatement = { sql: string; slots: readonly ({ name: string; type: ParameterType } | null)[] };
export type PreparedQuery = (values: readonly unknown[]) => Promise<Rows>;
type ParameterType = 'text' | 'timestamptz' | 'date';
export type Parameter<P extends string> = (name: P, type?: ParameterType) => string;

/** What each engine provides, and the only place where they may differ. */
export type EngineHandle = {
  engine: Engine;
  read: Reader;
  write: Reader;
  prepared: (statement: PreparedStatement) => PreparedQuery;
  listen: (listener: Listener) => void;
  notify: (trx: Trx, message: Message) => Promise<void>;
  heard: Listener;
  retryable: (error: unknown) => boolean;
  waiting: () => number;
  /** Lifts the bounds on how long a statement may take, for what is left of the transaction. */
  withoutTimeouts: (trx: Trx) => Promise<void>;
  close: () => Promise<void>;
};

/** What an engine tells about itself while it works. */
export type Report = { query: () => void; failure: (error: unknown) => void };

export type Db = {
  engine: Engine;
  /** For reads outside a transaction. On SQLite it refuses writes. */
  read: Reader;
  transaction: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;
  /** Compiles a query once and runs it with other values: for reads that every request makes. */
  prepare: <P extends string, O>(build: Build<P, O>) => (values: Record<P, string>) => Promise<O[]>;
  /** Hears of changes made through this process at once, of others' as soon as the engine tells. */
  listen: (listener: Listener) => void;
  queryCount: () => number;
  /** How many wait for a connection just now. */
  waiting: () => number;
  /** Whether something failed that a write since then has not shown to be over. */
  inTrouble: () => boolean;
  handle: EngineHandle;
  close: () => Promise<void>;
};

type Build<P extends string, O> = (read: Reader, parameter: Parameter<P>) => Compilable<O>;

const attempts = 6;
const pauseMs = 5;
const quietMs = 1000;
const consequences = new WeakMap<Trx, { db: EngineHandle; after: (() => void)[] }>();

export type DbOptions = {
  sqlitePath: string;
  databaseUrl?: string | undefined;
  /** Told once when the database fails, however many requests fail with it. */
  onError: (error: Error, hint: string) => void;
  onRecovery?: (seconds: number) => void;
};

export function openDb({ sqlitePath, databaseUrl, ...tell }: DbOptions): Db {
  let queries = 0;
  const trouble = troubleWatch(tell);
  const report = { query: () => void (queries += 1), failure: trouble.began };
  const handle = databaseUrl === undefined ? openSqlite(sqlitePath, report) : openPostgres(databaseUrl, report);
  return {
    engine: handle.engine,
    read: handle.read,
    handle,
    transaction: async (work) => {
      const result = await transaction(handle, work).catch((error: unknown) => {
        trouble.began(error);
        throw error;
      });
      trouble.ended();
      return result;
    },
    prepare: (build) => prepare(handle, build),
    listen: handle.listen,
    queryCount: () => queries,
    waiting: handle.waiting,
    inTrouble: trouble.lasts,
    close: handle.close,
  };
}

/** A transaction that had nothing to write may go through meanwhile, so it is over only after a quiet while. */
function troubleWatch({ onError, onRecovery }: Pick<DbOptions, 'onError' | 'onRecovery'>) {
  let sinceMs: number | undefined;
  let lastMs = 0;
  return {
    lasts: () => sinceMs !== undefined,
    began: (error: unknown): void => {
      const hint = dbTroubleHint(error);
      if (hint === undefined || !(error instanceof Error)) return;
      lastMs = performance.now();
      if (sinceMs === undefined) onError(error, hint);
      sinceMs ??= lastMs;
    },
    ended: (): void => {
      if (sinceMs === undefined || performance.now() - lastMs < quietMs) return;
      onRecovery?.((performance.now() - sinceMs) / 1000);
      sinceMs = undefined;
    },
  };
}

/**
 * Deadlock victims are tried again: the work is a function, so it can be. Each waits a while of its own, longer every
 * time, so that the same ones do not meet again.
 */
async function transaction<T>(handle: EngineHandle, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const after: (() => void)[] = [];
    try {
      const result = await handle.write.transaction().execute(async (trx) => {
        consequences.set(trx, { db: handle, after });
        return work(trx);
      });
      for (const consequence of after) consequence();
      return result;
    } catch (error) {
      if (attempt >= attempts || !handle.retryable(error)) throw error;
      await sleep(Math.random() * pauseMs * 2 ** attempt);
    }
  }
}

function transactionContext(trx: Trx) {
  const book = consequences.get(trx);
  if (book === undefined) throw new Error('not a transaction of this database');
  return book;
}

/** Runs when, and only when, the transaction has been committed. */
export function afterCommit(trx: Trx, consequence: () => void): void {
  transactionContext(trx).after.push(consequence);
}

/** For work that may take as long as it takes: migrations, and copies of everything. */
export const withoutTimeouts = (trx: Trx): Promise<void> => transactionContext(trx).db.withoutTimeouts(trx);

/** Tells every process that something changed: this one right after the commit, others through the engine. */
export async function announce(trx: Trx, message: Message): Promise<void> {
  const { db, after } = transactionContext(trx);
  after.push(() => db.heard(message));
  await db.notify(trx, message);
}

const marker = (name: string, type: ParameterType = 'text'): string => `\u0000${name}\u0000${type}`;

function slotOf(value: unknown): PreparedStatement['slots'][number] {
  if (typeof value !== 'string' || !value.startsWith('\u0000')) return null;
  const [, name, type] = value.split('\u0000');
  return { name: name ?? '', type: type as ParameterType };
}

/** The query, and what puts values in the place of its parameters. */
function compile<P extends string, O, V>(read: Reader, build: Build<P, O>) {
  const compiled = build(read, marker).compile();
  const slots = compiled.parameters.map(slotOf);
  const fill = (values: Record<P, V>): unknown[] =>
    slots.map((slot, i) => (slot === null ? compiled.parameters[i] : values[slot.name as P]));
  return { compiled, slots, fill };
}

function prepare<P extends string, O>(handle: EngineHandle, build: Build<P, O>) {
  const { compiled, slots, fill } = compile<P, O, string>(handle.read, build);
  const run = handle.prepared({ sql: compiled.sql, slots });
  return async (values: Record<P, string>): Promise<O[]> => (await run(fill(values))) as O[];
}

/**
 * Compiles a statement with its first use, and runs it with other values in any transaction: for those that many
 * people cause at the same time. Building one anew costs more than SQLite takes to carry it out.
 */
export function kept<P extends string, O>(build: Build<P, O>) {
  const forms = new WeakMap<object, ReturnType<typeof compile<P, O, string | null>>>();
  return async (on: Reader, values: Record<P, string | null>): Promise<O[]> => {
    const { adapter } = on.getExecutor();
    let form = forms.get(adapter);
    if (form === undefined) {
      form = compile<P, O, string | null>(on, build);
      nameStatement(form.compiled);
      forms.set(adapter, form);
    }
    return (await on.executeQuery<O>({ ...form.compiled, parameters: form.fill(values) })).rows;
  };
}
