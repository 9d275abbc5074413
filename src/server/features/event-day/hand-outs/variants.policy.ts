import type { Answers, Field } from '../../forms/fields.schema.ts';

/** A variant is a list of answers, such as `["M", "straight"]`; empty for what has none. */
export const maxVariants = 200;
export const noVariant: readonly string[] = [];

export type Question = Pick<Field, 'key' | 'label' | 'type' | 'private' | 'computed' | 'options'>;

/** The questions whose answers name the variant: those with one choice. Devices show them, so no private ones. */
export const questionsOf = <Q extends Question>(fields: readonly Q[], field: string | undefined): Q[] =>
  fields.filter(
    ({ key, type, private: isPrivate, computed, options }) =>
      type === 'choice' && !isPrivate && !computed && (options ?? []).length > 0 && (field ?? key) === key,
  );

export const countVariants = (questions: readonly Question[]): number =>
  questions.reduce((count, { options }) => count * (options ?? []).length, 1);

/** Each pair of answers, in the order of the form. More than a form can have at the start only if it has grown since. */
export const variantsOf = (questions: readonly Question[]): string[][] =>
  questions
    .reduce<string[][]>(
      (found, { options }) => found.flatMap((one) => (options ?? []).map(({ value }) => [...one, value])),
      [[]],
    )
    .slice(0, maxVariants);

/** Undefined if the person has not answered all of them. */
export function variantOf(questions: readonly Question[], answers: Answers | undefined): string[] | undefined {
  const variant = questions.map(({ key }) => answers?.[key]);
  return variant.every((value) => typeof value === 'string') ? variant : undefined;
}

export const isVariant = (questions: readonly Question[], variant: readonly string[]): boolean =>
  variant.length === questions.length &&
  questions.every(({ options }, index) => (options ?? []).some(({ value }) => value === variant[index]));

/** The form in which a variant is stored and compared. */
export const variantKey = (variant: readonly string[]): string => JSON.stringify(variant);
/** Only this feature writes the column. */
export const variantFrom = (key: string): string[] => JSON.parse(key) as string[];
