import type { Field, Form } from '../../../../client/client.ts';

/** The values of the inputs: a text, or a list of texts for several choices. */
export type Filled = Record<string, string | string[]>;
type Answers = Record<string, unknown>;

const textOf = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The input value of an answer; empty for a field without one. */
function inputOf(field: Field, answer: unknown): string | string[] {
  if (field.type === 'choices') return listOf(answer);
  if (typeof answer === 'boolean') return answer ? 'yes' : 'no';
  return typeof answer === 'string' || typeof answer === 'number' ? String(answer) : '';
}

export const filledFrom = (fields: readonly Field[], answers: Answers | null): Filled =>
  Object.fromEntries(fieldsToFill(fields).map((field) => [field.key, inputOf(field, answers?.[field.key])]));

/** Leaves out private questions whose answers are erased by now: they are no longer in the schema of answers. */
export function askedFields({ fields, schema }: Pick<Form, 'fields' | 'schema'>): Field[] {
  const { properties } = schema;
  const known = typeof properties === 'object' && properties !== null ? properties : {};
  return fields.filter(({ key, computed }) => computed || key in known);
}

export const fieldsToFill = (fields: readonly Field[]): Field[] => fields.filter(({ computed }) => !computed);

const asAnswer = (field: Field, value: string | string[]): unknown => {
  if (field.type === 'yes_no') return value === 'yes';
  return field.type === 'number' ? Number(value) : value;
};

/** Whether a question is asked, given the other answers. A condition on a question that is not asked is not met. */
export function isAsked(fields: readonly Field[], field: Field, filled: Filled): boolean {
  const condition = field.only_when;
  if (condition === null) return true;
  const other = fields.find(({ key }) => key === condition.field);
  const value = filled[condition.field];
  if (other === undefined || value === undefined || value === '' || !isAsked(fields, other, filled)) return false;
  const answer = asAnswer(other, value);
  return condition.values.some((one) => one === answer);
}

const isEmpty = (value: string | string[] | undefined): boolean =>
  value === undefined || (typeof value === 'string' ? value.trim() === '' : value.length === 0);

/** The answers to send: only questions that are asked and filled in. */
export function answersFrom(fields: readonly Field[], filled: Filled): Answers {
  const given = fieldsToFill(fields).filter((field) => isAsked(fields, field, filled) && !isEmpty(filled[field.key]));
  return Object.fromEntries(
    given.map((field) => {
      const value = filled[field.key] ?? '';
      return [field.key, asAnswer(field, field.type === 'text' ? textOf(value).trim() : value)];
    }),
  );
}

/** The required questions that are asked and still empty. */
export const missingFields = (fields: readonly Field[], filled: Filled): Field[] =>
  fieldsToFill(fields).filter(
    (field) => field.required && isAsked(fields, field, filled) && isEmpty(filled[field.key]),
  );
