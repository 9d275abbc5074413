import type { Field, Form, FormEntry, NewForm } from '../../../client/client.ts';
import { fromZonedInput, toZonedInput } from '../../../locales/format/zoned-time.ts';
import type { DisclosedKind } from './disclosure/agreement.ts';
import { definesFields } from './kinds.ts';
import type { FormKind, KindSettings } from './kinds.ts';

export type Audience = FormEntry['audience'];
export type FieldType = Field['type'];
export type MealOfDay = NonNullable<NewForm['meals']>[number];

export const mealsOfDay = ['breakfast', 'lunch', 'dinner', 'snack'] as const satisfies MealOfDay[];

/** What people choose in a form about meals: a day, or a meal of one, such as `2026-08-08 lunch`. */
export function dayAndMeal(choice: string): { day: string; meal: MealOfDay | undefined } {
  const [day = '', named] = choice.split(' ');
  return { day, meal: mealsOfDay.find((meal) => meal === named) };
}

export const audiences = [
  'people',
  'owners',
  'chiefs',
  'members',
  'helpers',
  'signed_in',
] as const satisfies Audience[];
export const fieldTypes = ['text', 'choice', 'choices', 'number', 'date', 'yes_no'] as const satisfies FieldType[];

/** Owners and people outside the project do not belong to teams. */
export const asksByTeam = (audience: Audience): boolean => audience !== 'owners' && audience !== 'signed_in';

/** A field in the editor. Values of other types are kept, so that changing the type back loses nothing. */
export type FieldDraft = {
  id: string;
  key: string;
  label: string;
  help: string;
  type: FieldType;
  required: boolean;
  private: boolean;
  purpose: string;
  erase_after: string;
  options: string;
  max_length: number | '';
  minimum: number | '';
  maximum: number | '';
  /** The key of the question on whose answer it depends; empty: always asked. */
  when: string;
  when_values: string[];
};

export type FormValues = {
  form: string;
  kind: FormKind;
  title: string;
  description: string;
  audience: Audience;
  tids: string[];
  opens_at: string;
  closes_at: string;
  /** Days before it closes; empty: no reminder. */
  remind_days: string;
  days: string;
  meals: MealOfDay[];
  choices: string;
  cuts: string;
  erase_after: string;
  passes_on: DisclosedKind[];
  passes_until: string;
  fields: FieldDraft[];
};

let counter = 0;

/** The time makes the id unique among fields that a draft restores. */
export function newField(): FieldDraft {
  counter += 1;
  return {
    id: `new-${Date.now()}-${counter}`,
    key: '',
    label: '',
    help: '',
    type: 'text',
    required: false,
    private: false,
    purpose: '',
    erase_after: '',
    options: '',
    max_length: '',
    minimum: '',
    maximum: '',
    when: '',
    when_values: [],
  };
}

/** Options are written one per line, as `value | label` where the two differ. */
const optionText = ({ value, label }: { value: string; label: string }): string =>
  value === label ? label : `${value} | ${label}`;

export const optionsOf = (text: string): { value: string; label: string }[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [value = '', ...rest] = line.split('|').map((part) => part.trim());
      return { value, label: rest.join('|') || value };
    });

const draftOf = (field: Field): FieldDraft => ({
  id: field.key,
  key: field.key,
  label: field.label,
  help: field.help,
  type: field.type,
  required: field.required,
  private: field.private,
  purpose: field.purpose ?? '',
  erase_after: field.erase_after ?? '',
  options: (field.options ?? []).map(optionText).join('\n'),
  max_length: field.max_length ?? '',
  minimum: field.minimum ?? '',
  maximum: field.maximum ?? '',
  when: field.only_when?.field ?? '',
  when_values: (field.only_when?.values ?? []).map((value) => (typeof value === 'boolean' ? yesOrNo(value) : value)),
});

const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no');

/** The questions before this one on whose answer it can depend. */
export const deciding = (fields: readonly FieldDraft[], index: number): FieldDraft[] =>
  fields.slice(0, index).filter(({ key, type }) => key !== '' && (type === 'choice' || type === 'yes_no'));

function conditionOf(draft: FieldDraft, fields: readonly FieldDraft[]): Field['only_when'] {
  const asked = deciding(fields, fields.indexOf(draft)).find(({ key }) => key === draft.when);
  if (asked === undefined) return null;
  const values = draft.when_values.map((value) => (asked.type === 'yes_no' ? value === 'yes' : value));
  return values.length === 0 ? null : { field: asked.key, values };
}

export const emptyForm = (kind: FormKind, settings: KindSettings, title: string, form: string): FormValues => ({
  form,
  kind,
  title,
  description: '',
  audience: kind === 'application' ? 'applicants' : 'people',
  tids: [],
  opens_at: '',
  closes_at: '',
  remind_days: '3',
  days: '',
  meals: kind === 'meals' ? ['lunch', 'dinner'] : [],
  choices: '',
  cuts: '',
  erase_after: '',
  passes_on: settings.suggested_disclosure,
  passes_until: '',
  fields: definesFields(kind) ? [newField()] : [],
});

/** The question whose choices owners can set, by kind. */
export const choicesKeys: ReadonlyMap<FormKind, string> = new Map([
  ['shirt_size', 'size'],
  ['meals', 'dietary'],
]);

const choicesText = ({ fields }: Form, name: string | undefined): string =>
  (fields.find(({ key }) => key === name)?.options ?? []).map(optionText).join('\n');

const choicesOfDays = ({ fields }: Form): string[] =>
  (fields.find(({ key }) => key === 'days' || key === 'nights')?.options ?? []).map(({ value }) => value);

export const formValues = (form: Form, timezone: string): FormValues => ({
  form: form.form,
  kind: form.kind,
  title: form.title,
  description: form.description,
  audience: form.audience,
  tids: form.tids,
  opens_at: toZonedInput(form.opens_at, timezone),
  closes_at: toZonedInput(form.closes_at, timezone),
  remind_days: form.remind_days === null ? '' : String(form.remind_days),
  days: [...new Set(choicesOfDays(form).map((choice) => dayAndMeal(choice).day))].join('\n'),
  meals:
    form.kind === 'meals'
      ? mealsOfDay.filter((meal) => choicesOfDays(form).some((choice) => dayAndMeal(choice).meal === meal))
      : [],
  choices: choicesText(form, choicesKeys.get(form.kind)),
  cuts: choicesText(form, form.kind === 'shirt_size' ? 'cut' : undefined),
  erase_after: form.fields.find((field) => field.private)?.erase_after ?? '',
  passes_on: form.passes_on,
  passes_until: form.passes_until ?? '',
  fields: definesFields(form.kind) ? form.fields.map(draftOf) : [],
});

const given = <K extends string, V>(name: K, value: V | ''): { [P in K]?: V } =>
  value === '' ? {} : ({ [name]: value } as { [P in K]?: V });

function fieldBody(draft: FieldDraft, fields: readonly FieldDraft[]): NonNullable<NewForm['fields']>[number] {
  const { type } = draft;
  const chooses = type === 'choice' || type === 'choices';
  const condition = conditionOf(draft, fields);
  return {
    key: draft.key,
    label: draft.label.trim(),
    help: draft.help,
    type,
    required: draft.required,
    private: draft.private,
    ...(draft.private ? { purpose: draft.purpose.trim(), erase_after: draft.erase_after } : {}),
    ...(chooses ? { options: optionsOf(draft.options) } : {}),
    ...(type === 'text' ? given('max_length', draft.max_length) : {}),
    ...(type === 'number' ? { ...given('minimum', draft.minimum), ...given('maximum', draft.maximum) } : {}),
    ...(condition === null ? {} : { only_when: condition }),
  };
}

export const daysOf = (text: string): string[] => text.split(/[\s,;]+/).filter((day) => day !== '');

/** Empty unless the kind has the setting. */
const builtInBody = ({ kind, days, meals, choices, cuts, erase_after }: FormValues) => ({
  ...(kind === 'meals' ? { meals } : {}),
  ...(choices.trim() === '' ? {} : { choices: optionsOf(choices) }),
  ...(cuts.trim() === '' ? {} : { cuts: optionsOf(cuts) }),
  ...(days.trim() === '' ? {} : { days: daysOf(days) }),
  ...(erase_after === '' ? {} : { erase_after }),
});

/** The part of the request that creating and changing share. */
export const formBody = (values: FormValues, timezone: string) => ({
  title: values.title.trim(),
  description: values.description,
  audience: values.audience,
  tids: asksByTeam(values.audience) ? values.tids : [],
  opens_at: fromZonedInput(values.opens_at, timezone),
  closes_at: fromZonedInput(values.closes_at, timezone),
  remind_days: values.remind_days === '' ? null : Number(values.remind_days),
  passes_on: values.passes_on,
  ...(values.passes_on.length > 0 && values.passes_until !== '' ? { passes_until: values.passes_until } : {}),
  ...(definesFields(values.kind)
    ? { fields: values.fields.map((field) => fieldBody(field, values.fields)) }
    : builtInBody(values)),
});

/** The fields of the editor as questions, for the preview. */
export const previewFields = (fields: readonly FieldDraft[], nameless: (number: number) => string): Field[] =>
  fields.map((draft, index) => {
    const body = fieldBody(draft, fields);
    return {
      key: draft.key === '' ? draft.id : draft.key,
      label: body.label === '' ? nameless(index + 1) : body.label,
      help: draft.help,
      type: draft.type,
      required: draft.required,
      private: draft.private,
      purpose: body.purpose ?? null,
      erase_after: draft.private && draft.erase_after !== '' ? draft.erase_after : null,
      options: body.options ?? null,
      max_length: body.max_length ?? null,
      minimum: body.minimum ?? null,
      maximum: body.maximum ?? null,
      only_when: body.only_when ?? null,
      computed: false,
      added_at: null,
    };
  });
