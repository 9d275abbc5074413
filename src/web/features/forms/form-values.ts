import type { Field, Form, FormEntry, NewForm } from '../../../client/client.ts';
import { fromZonedInput, toZonedInput } from '../../../locales/format/zoned-time.ts';
import type { DisclosedKind } from './disclosure/agreement.ts';
import type { FormKind, KindSettings } from './kinds.ts';

export type Audience = FormEntry['audience'];
export type FieldType = Field['type'];

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
  days: string;
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
});

export const emptyForm = (kind: FormKind, settings: KindSettings, title: string, form: string): FormValues => ({
  form,
  kind,
  title,
  description: '',
  audience: 'people',
  tids: [],
  opens_at: '',
  closes_at: '',
  days: '',
  choices: '',
  cuts: '',
  erase_after: '',
  passes_on: settings.suggested_disclosure,
  passes_until: '',
  fields: kind === 'custom' ? [newField()] : [],
});

/** The question whose choices owners can set, by kind. */
export const choicesKeys: ReadonlyMap<FormKind, string> = new Map([
  ['shirt_size', 'size'],
  ['meals', 'dietary'],
]);

const choicesText = ({ fields }: Form, name: string | undefined): string =>
  (fields.find(({ key }) => key === name)?.options ?? []).map(optionText).join('\n');

export const formValues = (form: Form, timezone: string): FormValues => ({
  form: form.form,
  kind: form.kind,
  title: form.title,
  description: form.description,
  audience: form.audience,
  tids: form.tids,
  opens_at: toZonedInput(form.opens_at, timezone),
  closes_at: toZonedInput(form.closes_at, timezone),
  days: (form.fields.find(({ key }) => key === 'days' || key === 'nights')?.options ?? [])
    .map(({ value }) => value)
    .join('\n'),
  choices: choicesText(form, choicesKeys.get(form.kind)),
  cuts: choicesText(form, form.kind === 'shirt_size' ? 'cut' : undefined),
  erase_after: form.fields.find((field) => field.private)?.erase_after ?? '',
  passes_on: form.passes_on,
  passes_until: form.passes_until ?? '',
  fields: form.kind === 'custom' ? form.fields.map(draftOf) : [],
});

const given = <K extends string, V>(name: K, value: V | ''): { [P in K]?: V } =>
  value === '' ? {} : ({ [name]: value } as { [P in K]?: V });

function fieldBody(draft: FieldDraft): NonNullable<NewForm['fields']>[number] {
  const { type } = draft;
  const chooses = type === 'choice' || type === 'choices';
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
  };
}

export const daysOf = (text: string): string[] => text.split(/[\s,;]+/).filter((day) => day !== '');

/** Empty unless the kind has the setting. */
const builtInBody = ({ days, choices, cuts, erase_after }: FormValues) => ({
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
  passes_on: values.passes_on,
  ...(values.passes_on.length > 0 && values.passes_until !== '' ? { passes_until: values.passes_until } : {}),
  ...(values.kind === 'custom' ? { fields: values.fields.map(fieldBody) } : builtInBody(values)),
});

/** The fields of the editor as questions, for the preview. */
export const previewFields = (fields: readonly FieldDraft[], nameless: (number: number) => string): Field[] =>
  fields.map((draft, index) => {
    const body = fieldBody(draft);
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
      only_when: null,
      computed: false,
      added_at: null,
    };
  });
