import type { Field } from '../../../../client/client.ts';

/** A question whose answers can be counted: one or several of a few values. */
export const isCountable = ({ type }: Pick<Field, 'type'>): boolean =>
  type === 'choice' || type === 'choices' || type === 'yes_no';

/** The values of an answer; several for several choices, none if it is missing. */
export function valuesOf(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.map(String);
  const isPlain = typeof answer === 'string' || typeof answer === 'number' || typeof answer === 'boolean';
  return isPlain ? [String(answer)] : [];
}
