import { failField } from '../errors.ts';

/** A cursor holds the sort values of the last row seen, so pages stay in place while rows come and go. */
export const encodeCursor = (values: readonly string[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url');

export function decodeCursor(cursor: string, length: number): string[] {
  const values = parse(Buffer.from(cursor, 'base64url').toString());
  if (Array.isArray(values) && values.length === length && values.every(isCleanText)) return values;
  return failField('/querystring/cursor', 'is not a cursor of this list');
}

const isCleanText = (value: unknown): value is string =>
  typeof value === 'string' && !value.includes('\u0000') && value.isWellFormed();

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** From `limit + 1` rows: the page, and the cursor of the next one if a row is left over. */
export function pageOf<R, T>(rows: readonly R[], limit: number, present: (row: R) => T, key: (row: R) => string[]) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { data: shown.map(present), next: rows.length > limit && last !== undefined ? encodeCursor(key(last)) : null };
}

/** What is alive at once decides how far memory grows under a long export. */
const batchSize = 200;

/** All rows of a list, some at a time: a long one needs no more memory than a short one, and holds no connection. */
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
