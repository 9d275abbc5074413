import { compareNames } from '../../../locales/format/names.ts';

/** The column that a table is sorted by; `-` in front means descending. */
export type Sort = string;

/** A value of a row by which rows are sorted. */
export type SortValue = string | number;

type Sortable<Row> = { key: string; sortBy?: (row: Row) => SortValue };

export type Direction = 'ascending' | 'descending';

/** How the column is sorted, if it is the one that the table is sorted by. */
export function directionOf(sort: Sort | undefined, key: string): Direction | undefined {
  if (sort === key) return 'ascending';
  return sort === `-${key}` ? 'descending' : undefined;
}

/** The order after a press on the header of a column: ascending, then descending, then ascending again. */
export const nextSort = (sort: Sort | undefined, key: string): Sort => (sort === key ? `-${key}` : key);

/** The rows in the order that was asked for; rows of equal value keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Sortable<Row>[],
  sort: Sort | undefined,
  language: string,
): readonly Row[] {
  const column = columns.find(({ key }) => directionOf(sort, key) !== undefined);
  const { sortBy } = column ?? {};
  if (column === undefined || sortBy === undefined) return rows;
  const compare = compareNames(language);
  const sign = directionOf(sort, column.key) === 'descending' ? -1 : 1;
  const order = (one: SortValue, other: SortValue) =>
    typeof one === 'number' && typeof other === 'number' ? one - other : compare(String(one), String(other));
  return rows
    .map((row) => ({ row, value: sortBy(row) }))
    .toSorted((one, other) => sign * order(one.value, other.value))
    .map(({ row }) => row);
}
