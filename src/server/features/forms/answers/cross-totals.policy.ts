import { failField } from '../../../errors.ts';
import type { Answers, Field } from '../fields.schema.ts';
import { suppressTable } from './suppression.policy.ts';

type Value = string | boolean;
/** Null: left out, or nothing chosen. */
type Given = Value | null;
type Question = Pick<Field, 'key' | 'type' | 'options'>;

/** How many gave each pair of answers to two questions. Somebody with several choices counts in each of them. */
export type CrossTally = {
  rows: Field;
  columns: Field;
  pairs: Map<Given, Map<Given, number>>;
  rowTotals: Map<Given, number>;
  columnTotals: Map<Given, number>;
};

const isCountable = ({ type }: Pick<Field, 'type'>): boolean =>
  type === 'choice' || type === 'choices' || type === 'yes_no';

/** The two questions of a query; undefined without a query. */
export function crossedFields<T extends Pick<Field, 'key' | 'type'>>(
  fields: readonly T[],
  { rows, columns }: { rows?: string | undefined; columns?: string | undefined },
): { rows: T; columns: T } | undefined {
  if (rows === undefined && columns === undefined) return undefined;
  return { rows: countable(fields, 'rows', rows), columns: countable(fields, 'columns', columns) };
}

function countable<T extends Pick<Field, 'key' | 'type'>>(
  fields: readonly T[],
  name: string,
  key: string | undefined,
): T {
  const pointer = `/querystring/${name}`;
  if (key === undefined) return failField(pointer, 'is needed: tables have rows and columns');
  const field = fields.find((one) => one.key === key);
  if (field === undefined) return failField(pointer, 'is not a question of this form');
  return isCountable(field) ? field : failField(pointer, 'is not a question with choices');
}

export const emptyCrossTally = ({ rows, columns }: { rows: Field; columns: Field }): CrossTally => ({
  rows,
  columns,
  pairs: new Map(),
  rowTotals: new Map(),
  columnTotals: new Map(),
});

const countUp = (counts: Map<Given, number>, value: Given) => void counts.set(value, (counts.get(value) ?? 0) + 1);

export function countPairs({ rows, columns, pairs, rowTotals, columnTotals }: CrossTally, answers: Answers): void {
  const [rowValues, columnValues] = [valuesOf(rows, answers), valuesOf(columns, answers)];
  for (const value of rowValues) countUp(rowTotals, value);
  for (const value of columnValues) countUp(columnTotals, value);
  for (const row of rowValues) {
    const line = pairs.get(row) ?? new Map<Given, number>();
    pairs.set(row, line);
    for (const column of columnValues) countUp(line, column);
  }
}

function valuesOf({ key }: Question, answers: Answers): readonly Given[] {
  const value = Object.hasOwn(answers, key) ? answers[key] : undefined;
  if (value === undefined || typeof value === 'number') return [null];
  if (typeof value !== 'object') return [value];
  return value.length === 0 ? [null] : value;
}

/** The values that a question offers, in order. */
const offeredBy = ({ type, options }: Question): Value[] =>
  type === 'yes_no' ? [true, false] : (options ?? []).map(({ value }) => value);

/** `hidden`: the values whose totals are hidden; undefined shows everything. */
export function presentPairs(tally: CrossTally, hidden: Record<'rows' | 'columns', ReadonlySet<Value>> | undefined) {
  const { rows, columns, pairs, rowTotals, columnTotals } = tally;
  const [rowValues, columnValues] = [offeredBy(rows), offeredBy(columns)];
  const counts = rowValues.map((row) => columnValues.map((column) => pairs.get(row)?.get(column) ?? 0));
  const cells =
    hidden === undefined
      ? counts
      : suppressTable(counts, {
          rows: {
            overlapping: rows.type === 'choices',
            lines: rowValues.map((row) => ({
              total: rowTotals.get(row) ?? 0,
              blank: pairs.get(row)?.get(null) ?? 0,
              hidden: hidden.rows.has(row),
            })),
          },
          columns: {
            overlapping: columns.type === 'choices',
            lines: columnValues.map((column) => ({
              total: columnTotals.get(column) ?? 0,
              blank: pairs.get(null)?.get(column) ?? 0,
              hidden: hidden.columns.has(column),
            })),
          },
        });
  return rowValues.map((value, row) => ({
    value,
    counts: columnValues.map((column, index) => ({ value: column, count: cells[row]?.[index] ?? null })),
  }));
}
