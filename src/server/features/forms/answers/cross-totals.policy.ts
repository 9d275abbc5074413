import { failField } from '../../../errors.ts';
import type { Answers, Field } from '../fields.schema.ts';

type Value = string | boolean;
/** Null if the question was left out or nothing was chosen. */
type Given = Value | null;
type Question = Pick<Field, 'key' | 'type' | 'options'>;

/** How many gave each pair of answers to two questions. Somebody with several choices counts in each of them. */
export type CrossTally = { rows: Field; columns: Field; pairs: Map<Given, Map<Given, number>> };

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
});

export function countPairs({ rows, columns, pairs }: CrossTally, answers: Answers): void {
  for (const row of valuesOf(rows, answers)) {
    const line = pairs.get(row) ?? new Map<Given, number>();
    pairs.set(row, line);
    for (const column of valuesOf(columns, answers)) line.set(column, (line.get(column) ?? 0) + 1);
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

export function presentPairs({ rows, columns, pairs }: CrossTally) {
  const [rowValues, columnValues] = [offeredBy(rows), offeredBy(columns)];
  return rowValues.map((value) => ({
    value,
    counts: columnValues.map((column) => ({ value: column, count: pairs.get(value)?.get(column) ?? 0 })),
  }));
}
