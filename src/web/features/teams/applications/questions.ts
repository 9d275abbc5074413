import type { Call, Field } from '../../../../client/client.ts';
import type { Filled } from '../../forms/answers/answers.ts';

/** A question of an application. Its key names the form as well, because several forms can have the same keys. */
export type Question = { form: string; name: string; tids: readonly string[]; field: Field };

const keyOf = (form: string, name: string): string => `${form}/${name}`;

export const questionsOf = ({ forms }: Pick<Call, 'forms'>): Question[] =>
  forms.flatMap(({ form, tids, fields }) =>
    fields.map((field) => ({
      form,
      name: field.key,
      tids,
      field: {
        ...field,
        key: keyOf(form, field.key),
        only_when: field.only_when && { ...field.only_when, field: keyOf(form, field.only_when.field) },
      },
    })),
  );

/** What people who apply to these teams are asked. */
export const questionsFor = (questions: readonly Question[], wishes: readonly string[]): Question[] =>
  questions.filter(({ tids }) => tids.length === 0 || tids.some((tid) => wishes.includes(tid)));

/** The answers by form and field, as the API takes them. */
export function groupedAnswers(
  questions: readonly Question[],
  answers: Readonly<Record<string, unknown>>,
): Record<string, Record<string, unknown>> {
  const grouped: Record<string, Record<string, unknown>> = {};
  for (const { form, name, field } of questions) {
    const own = (grouped[form] ??= {});
    if (field.key in answers) own[name] = answers[field.key];
  }
  return grouped;
}

/** The teams that were chosen, each once. */
export const wishesIn = (values: Filled, number: number): string[] => [
  ...new Set(
    Array.from({ length: number }, (_, index) => String(values[`wish${index}`] ?? '')).filter((tid) => tid !== ''),
  ),
];
