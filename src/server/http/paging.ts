import { failField } from '../errors.ts';
import { seal, unseal } from '../lib/seal.ts';
import type { Keyring } from '../lib/seal.ts';
import { isTimestamp } from '../lib/time.ts';

/** The columns by which a list is ordered, each with its type or its possible values. Together they identify a row. */
type Order = Readonly<Record<string, 'text' | 'time' | readonly string[]>>;
type KeyOf<O extends Order> = {
  readonly [column in keyof O]: O[column] extends readonly (infer Value)[] ? Value : string;
};

/** The order of lists of people. */
export const byName = { sort_key: 'text', uid: 'text' } as const;

/** The key of the last row on the previous page. */
export type CursorKey<Column extends string> = Readonly<Record<Column, string>>;
type Page<T> = { data: T[]; next: string | null };

export type PageQuery = { limit?: number | undefined; cursor?: string | null | undefined };

const defaultLimit = 50;

/**
 * The paging parameters of a list. Read `limit + 1` rows after the key `after` and pass them to `page`.
 * A cursor holds the key of the last row shown, so that rows added or removed meanwhile do not shift the pages.
 */
export function pageRequest<const O extends Order>({ limit = defaultLimit, cursor }: PageQuery, order: O) {
  function page<R extends KeyOf<O>>(rows: readonly R[]): Page<R>;
  function page<R extends KeyOf<O>, T>(rows: readonly R[], present: (row: R) => T): Page<T>;
  function page<R extends KeyOf<O>>(rows: readonly R[], present?: (row: R) => unknown): Page<unknown> {
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    return {
      data: present === undefined ? shown : shown.map(present),
      next: last === undefined ? null : encodeCursor(Object.keys(order).map((column) => String(last[column] ?? ''))),
    };
  }
  const after = cursor === undefined || cursor === null ? undefined : decodeCursor(cursor, order);
  return { limit, after, page };
}

/** For a `CountedPage`: the first page has the number of items on all pages. */
export const totalOnFirst = async (after: unknown, count: () => Promise<number>): Promise<{ total?: number }> =>
  after === undefined ? { total: await count() } : {};

type Cursors = {
  open: (cursor: string | null | undefined) => string | undefined;
  close: (next: string | null) => string | null;
};

export const plainCursors: Cursors = { open: (cursor) => cursor ?? undefined, close: (next) => next };

/** For lists whose order has columns that the caller may not see. A cursor works only for its own list. */
export function sealedCursors(keys: Keyring, { pid, tid }: { pid: string; tid: string }): Cursors {
  const context = `cursor:${pid}:${tid}`;
  return {
    open: (cursor) => {
      if (cursor === undefined || cursor === null) return undefined;
      try {
        return unseal(keys, context, cursor);
      } catch {
        return failField('/querystring/cursor', 'is not a cursor of this list');
      }
    },
    close: (next) => (next === null ? null : seal(keys, context, next)),
  };
}

export type PageRequest<O extends Order> = ReturnType<typeof pageRequest<O>>;

export const encodeCursor = (values: readonly string[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url');

function decodeCursor<const O extends Order>(cursor: string, order: O): KeyOf<O> {
  const values = parse(Buffer.from(cursor, 'base64url').toString());
  const columns = Object.keys(order);
  const key = Array.isArray(values) && values.length === columns.length ? zip(columns, values) : {};
  return isKey(key, order) ? key : failField('/querystring/cursor', 'is not a cursor of this list');
}

const zip = (columns: readonly string[], values: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(columns.map((column, index) => [column, values[index]]));

const isKey = <O extends Order>(key: Record<string, unknown>, order: O): key is Record<string, unknown> & KeyOf<O> =>
  Object.entries(order).every(([column, type]) => {
    const value = key[column];
    if (!isCleanText(value)) return false;
    if (type === 'time') return isTimestamp(value);
    return type === 'text' || type.includes(value);
  });

const isCleanText = (value: unknown): value is string =>
  typeof value === 'string' && !value.includes('\u0000') && value.isWellFormed();

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Bounds the memory that a long export needs. */
const batchSize = 200;

/** All rows of a list, one batch per query. No connection is held between batches. */
export async function* batchesOf<R>(
  read: (after: R | undefined, limit: number) => Promise<R[]>,
): AsyncGenerator<R[], void> {
  for (let last: R | undefined; ;) {
    const rows = await read(last, batchSize);
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    last = rows.at(-1);
  }
}
