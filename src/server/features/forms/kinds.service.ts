import { dietaryHabits } from '../private-data/dietary-habits.schema.ts';
import type { Answers, Field } from './fields.schema.ts';
import { formKinds } from './forms.schema.ts';
import type { FormKind } from './forms.schema.ts';
import type { FormKindEntry } from './kinds.schema.ts';

type BuiltIn = Exclude<FormKind, 'custom'>;

/** What an owner can set for a built-in form. */
export type KindSettings = {
  days: readonly string[];
  erase_after: string;
  /** Sizes or diets; the usual ones if missing. */
  choices?: Choices | undefined;
};
type Choices = { value: string; label: string }[];
export type SubsidyTable = { currency: string | null; amounts: ReadonlyMap<string, number> };

const field = (key: string, label: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  key,
  label,
  type,
  help: '',
  required: true,
  private: false,
  purpose: null,
  erase_after: null,
  options: null,
  max_length: type === 'text' ? 200 : null,
  minimum: null,
  maximum: null,
  only_when: null,
  computed: false,
  added_at: null,
  ...more,
});

const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const when = (name: string, ...values: (string | boolean)[]) => ({ only_when: { field: name, values } });
const sealed = (purpose: string, { erase_after }: KindSettings) => ({ private: true, purpose, erase_after });

const sizes = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL', '5XL', '6XL'];

/** Built-in forms consist of the same fields as custom ones, so the rest of the code treats them alike. */
const kinds: Record<BuiltIn, (settings: KindSettings) => Field[]> = {
  shirt_size: ({ choices }) => [
    field('size', 'Size', 'choice', { options: choices ?? same(sizes) }),
    field('cut', 'Cut', 'choice', {
      options: [
        { value: 'straight', label: 'Straight' },
        { value: 'fitted', label: 'Fitted' },
      ],
    }),
  ],
  accommodation: () => [
    field('stay', 'Do you need a bed?', 'choice', {
      options: [
        { value: 'no', label: 'No' },
        { value: 'yes', label: 'Yes' },
        { value: 'yes_far', label: 'Yes, I come from far away' },
      ],
    }),
    field('mixed_room', 'Is a mixed room fine?', 'yes_no', when('stay', 'yes', 'yes_far')),
  ],
  travel_money: () => [
    field('apply', 'Do you apply for travel money?', 'yes_no'),
    field('from', 'From where do you come?', 'choice', { options: [], ...when('apply', true) }),
    field('how', 'How do you travel?', 'text', when('apply', true)),
    field('amount', 'Amount', 'number', { computed: true, help: 'In minor units of the currency.' }),
    field('currency', 'Currency', 'text', { computed: true }),
  ],
  certificate: (settings) => [
    field('wanted', 'Do you want a certificate?', 'yes_no'),
    field('name', 'Name on it', 'text', {
      ...when('wanted', true),
      ...sealed('To be printed on the certificate', settings),
    }),
  ],
  appreciation: () => [
    field('wanted', 'May we thank you in public?', 'yes_no'),
    field('name', 'Under which name?', 'text', when('wanted', true)),
  ],
  parking: (settings) => [
    field('needed', 'Do you need a parking space?', 'yes_no'),
    field('plate', 'Number plate', 'text', {
      max_length: 20,
      ...when('needed', true),
      ...sealed('To be let into the car park', settings),
    }),
    field('days', 'On which days?', 'choices', { options: same(settings.days), ...when('needed', true) }),
  ],
  meals: (settings) => [
    // Asked first, so that nobody who wants no meals has to leave the form empty, and an empty form is no answer.
    field('eats', 'Do you eat with us?', 'yes_no'),
    field('days', 'On which days?', 'choices', { options: same(settings.days), ...when('eats', true) }),
    field('dietary', 'What should the kitchen know?', 'choices', {
      options: settings.choices ?? dietaryHabits.map(({ code, labels }) => ({ value: code, label: labels.en })),
      required: false,
      ...when('eats', true),
      ...sealed('To order the right meals', settings),
    }),
    field('note', 'Anything else?', 'text', {
      max_length: 1000,
      required: false,
      ...when('eats', true),
      ...sealed('To order the right meals', settings),
    }),
  ],
};

export const isFormKind = (kind: string): kind is FormKind => formKinds.some((one) => one === kind);

export const fieldsOfKind = (kind: BuiltIn, settings: KindSettings): Field[] => kinds[kind](settings);

const noSettings: KindSettings = { days: [], erase_after: '' };

export function describeKinds(): FormKindEntry[] {
  return formKinds.map((kind) => {
    const fields = kind === 'custom' ? [] : fieldsOfKind(kind, noSettings);
    return {
      kind,
      days: needsDays(kind),
      choices: choicesField(kind) ?? null,
      erase_after: fields.some((one) => one.private),
      // Travel money has to be paid, which takes a bank account. Owners can remove it.
      suggested_disclosure: needsSubsidies(kind) ? ['bank'] : [],
      fields: fields.map((one) => ({ ...one, erase_after: null })),
    };
  });
}

/** The field whose choices owners can set. */
export const choicesField = (kind: FormKind): string | undefined =>
  kind === 'shirt_size' ? 'size' : kind === 'meals' ? 'dietary' : undefined;

export const needsDays = (kind: FormKind): boolean => kind === 'parking' || kind === 'meals';
export const needsSubsidies = (kind: string): boolean => kind === 'travel_money';

/** Fills in the locations of the subsidy table. */
export function resolveFields(kind: string, fields: readonly Field[], table: SubsidyTable | undefined): Field[] {
  if (!needsSubsidies(kind)) return [...fields];
  const options = same([...(table?.amounts.keys() ?? [])]);
  return fields.map((one) => (one.key === 'from' ? { ...one, options } : one));
}

/** Answers that the service computes. Amounts come from the table, never from the client. */
export function computedAnswers(kind: string, answers: Answers, table: SubsidyTable | undefined): Answers {
  const from = answers['from'];
  if (!needsSubsidies(kind) || typeof from !== 'string') return {};
  const amount = table?.amounts.get(from);
  const currency = table?.currency;
  return amount === undefined || currency === undefined || currency === null ? {} : { amount, currency };
}
