/** Slices of a list. Keeps statements with many rows below the engines' limit on parameters. */
export function* chunksOf<T>(rows: readonly T[], size = 500): Generator<T[]> {
  for (let first = 0; first < rows.length; first += size) yield rows.slice(first, first + size);
}

/** Each once, in the order in which rows are locked. */
export const sortedIds = (ids: Iterable<string>): string[] =>
  [...new Set(ids)].toSorted((one, other) => (one < other ? -1 : 1));
