import type { Field, Response } from '../../../client/client.ts';

/** A question whose answers can be counted: one or several of a few values. */
export const isCountable = ({ type }: Pick<Field, 'type'>): boolean =>
  type === 'choice' || type === 'choices' || type === 'yes_no';

/** The values of an answer; several for several choices, none if it is missing. */
export function valuesOf(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.map(String);
  const isPlain = typeof answer === 'string' || typeof answer === 'number' || typeof answer === 'boolean';
  return isPlain ? [String(answer)] : [];
}

/** The possible values of a question, in the order in which it offers them. */
export const choicesOf = ({ type, options }: Pick<Field, 'type' | 'options'>): string[] =>
  type === 'yes_no' ? ['true', 'false'] : (options ?? []).map(({ value }) => value);

type Answered = Pick<Response, 'answers' | 'left'>;

/**
 * How many people gave each pair of answers, by row and column. People who have left are not counted. Somebody with
 * several choices counts in each of them, e.g. on every day.
 */
export function countPairs(responses: readonly Answered[], row: string, column: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { answers, left } of responses) {
    if (left) continue;
    for (const one of valuesOf(answers[row])) {
      for (const other of valuesOf(answers[column])) {
        const pair = pairOf(one, other);
        counts.set(pair, (counts.get(pair) ?? 0) + 1);
      }
    }
  }
  return counts;
}

export const pairOf = (row: string, column: string): string => JSON.stringify([row, column]);
