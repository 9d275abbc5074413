import type { Actor } from '../../auth/project-role.ts';
import type { Trx } from '../../db/db.ts';
import { failField, requireNone } from '../../errors.ts';
import { timestamp } from '../../lib/clock.ts';
import { dietaryHabits } from '../private-data/dietary-habits.schema.ts';
import { definitionErrors, fieldOf } from './fields.policy.ts';
import type { Answers, Field } from './fields.schema.ts';
import { findDates } from './forms.queries.ts';
import { definesFields, formKinds } from './forms.schema.ts';
import type { FormChanges, FormKind, MealOfDay } from './forms.schema.ts';
import type { FormKindEntry } from './kinds.schema.ts';
import {
  choicesIn,
  choicesOf,
  daysIn,
  defaultDays,
  defaultErasure,
  eraseAfterIn,
  mealsIn,
  requireEachOnce,
} from './settings.policy.ts';

type BuiltIn = Exclude<FormKind, 'custom' | 'application'>;

/** What an owner can set for a built-in form. */
export type KindSettings = {
  days: readonly string[];
  /** Of meals only. Without them people choose days. */
  meals?: readonly MealOfDay[];
  erase_after: string;
  /** Sizes or diets; the usual ones if missing. */
  choices?: Choices | undefined;
  /** The cuts of shirts. Straight and fitted if it is missing. */
  cuts?: Choices | undefined;
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

const usualCuts = [
  { value: 'straight', label: 'Straight' },
  { value: 'fitted', label: 'Fitted' },
];
/** Times of arrival and departure, by the meals that people have on that day. */
const timesOfStay = {
  arrival: [
    { value: 'before_lunch', label: 'Before lunch' },
    { value: 'before_dinner', label: 'Before dinner' },
    { value: 'after_dinner', label: 'After dinner' },
  ],
  departure: [
    { value: 'after_breakfast', label: 'After breakfast' },
    { value: 'after_lunch', label: 'After lunch' },
    { value: 'after_dinner', label: 'After dinner' },
  ],
};

const sizes = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL', '5XL', '6XL'];

/** Built-in forms consist of the same fields as custom ones, so the rest of the code treats them alike. */
const kinds: Record<BuiltIn, (settings: KindSettings) => Field[]> = {
  shirt_size: ({ choices, cuts }) => [
    field('size', 'Size', 'choice', { options: choices ?? same(sizes) }),
    field('cut', 'Cut', 'choice', { options: cuts ?? usualCuts }),
  ],
  stay: ({ days }) => [
    field('arrival', 'When do you arrive?', 'choice', { options: same(days) }),
    field('arrival_time', 'At what time do you arrive?', 'choice', { options: timesOfStay.arrival, required: false }),
    field('departure', 'When do you leave?', 'choice', { options: same(days) }),
    field('departure_time', 'At what time do you leave?', 'choice', {
      options: timesOfStay.departure,
      required: false,
    }),
  ],
  accommodation: ({ days }) => [
    field('stay', 'Do you need a bed?', 'choice', {
      options: [
        { value: 'no', label: 'No' },
        { value: 'yes', label: 'Yes' },
        { value: 'yes_far', label: 'Yes, I come from far away' },
      ],
    }),
    // Projects without dates, and forms of earlier releases, have no nights.
    ...(days.length === 0
      ? []
      : [field('nights', 'Which nights?', 'choices', { options: same(days), ...when('stay', 'yes', 'yes_far') })]),
    field('mixed_room', 'Is a mixed room fine?', 'yes_no', when('stay', 'yes', 'yes_far')),
    // Optional, because forms of earlier releases do not ask.
    field('room_kinds', 'In which of these rooms would you sleep?', 'choices', {
      options: [
        { value: 'women', label: "A women's room" },
        { value: 'men', label: "A men's room" },
      ],
      required: false,
      ...when('stay', 'yes', 'yes_far'),
    }),
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
    field('days', 'When do you eat with us?', 'choices', {
      options: choicesOf(settings.days, settings.meals ?? []),
      ...when('eats', true),
    }),
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
    const fields = definesFields(kind) ? [] : fieldsOfKind(kind, noSettings);
    return {
      kind,
      days: takesDays(kind),
      choices: choicesField(kind) ?? null,
      erase_after: fields.some((one) => one.private),
      // Travel money has to be paid, which takes a bank account. Owners can remove it.
      suggested_disclosure: needsSubsidies(kind) ? ['bank'] : [],
      fields: fields.map((one) => ({ ...one, erase_after: null })),
    };
  });
}

/** The field whose choices owners can set. */
const choicesField = (kind: FormKind): string | undefined =>
  kind === 'shirt_size' ? 'size' : kind === 'meals' ? 'dietary' : undefined;

const needsDays = (kind: FormKind): boolean => kind === 'stay' || kind === 'parking' || kind === 'meals';
/** The days on which the nights of beds begin. */
const takesDays = (kind: FormKind): boolean => needsDays(kind) || kind === 'accommodation';
/** A form copied to a project without dates has no days until the project has. */
export const lacksDays = (kind: FormKind, fields: readonly Field[]): boolean =>
  takesDays(kind) && (daysIn(fields) ?? []).length === 0;
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

type Definition = Pick<FormChanges, 'fields' | 'days' | 'meals' | 'choices' | 'cuts' | 'erase_after'>;

/** Whether a change is about the questions. */
export const redefines = ({ fields, days, meals, choices, cuts, erase_after }: Definition): boolean =>
  [fields, days, meals, choices, cuts, erase_after].some((part) => part !== undefined);

/** The questions of a new or changed form. What the input leaves out stays as in `before`. */
export async function fieldsFor(
  trx: Trx,
  actor: Actor,
  kind: FormKind,
  input: Definition,
  before: readonly Field[],
): Promise<Field[]> {
  const today = timestamp(actor.now).slice(0, 10);
  if (definesFields(kind)) {
    if (input.days !== undefined) failField('/days', 'is not for custom forms');
    if (input.meals !== undefined) failField('/meals', 'is only for forms about meals');
    if (input.choices !== undefined) failField('/choices', 'is not for custom forms');
    if (input.cuts !== undefined) failField('/cuts', 'is not for custom forms');
    if (input.erase_after !== undefined) failField('/erase_after', 'is set per field in custom forms');
    if (input.fields === undefined) return failField('/fields', 'is needed');
    const errors = definitionErrors(input.fields, today);
    requireNone(errors);
    return input.fields.map(fieldOf);
  }
  if (input.fields !== undefined) failField('/fields', 'is only for custom forms');
  if (input.days !== undefined && !takesDays(kind)) failField('/days', 'is not for forms of this kind');
  if (input.meals !== undefined && kind !== 'meals') failField('/meals', 'is only for forms about meals');
  const chosen = choicesField(kind);
  if (input.choices !== undefined && chosen === undefined) failField('/choices', 'is not for forms of this kind');
  if (input.cuts !== undefined && kind !== 'shirt_size') failField('/cuts', 'is only for forms about shirts');
  requireEachOnce('/choices', input.choices ?? []);
  requireEachOnce('/cuts', input.cuts ?? []);
  if (input.erase_after !== undefined && input.erase_after <= today) failField('/erase_after', 'must be in the future');
  const dates = await findDates(trx, actor.projectRole.scope);
  const days = input.days?.toSorted() ?? (lacksDays(kind, before) ? defaultDays(kind, dates) : (daysIn(before) ?? []));
  if (needsDays(kind) && days.length === 0) failField('/days', 'is needed, because the project has no dates yet');
  const erase_after = input.erase_after ?? eraseAfterIn(before) ?? defaultErasure(dates.ends_on, actor.now);
  return fieldsOfKind(kind, {
    days,
    meals: input.meals ?? mealsIn(before),
    erase_after,
    choices: input.choices ?? choicesIn(before, chosen),
    cuts: input.cuts ?? choicesIn(before, 'cut'),
  });
}
