import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '../../errors.ts';
import type { Field, NewField } from './fields.schema.ts';

const maxTextLength = 1000;

/** Fills in the defaults of a definition. */
export const fieldOf = (field: NewField): Field => ({
  key: field.key,
  label: field.label,
  help: field.help ?? '',
  type: field.type,
  required: field.required ?? false,
  private: field.private ?? false,
  purpose: field.purpose ?? null,
  erase_after: field.erase_after ?? null,
  options: field.options ?? null,
  max_length: field.type === 'text' ? (field.max_length ?? maxTextLength) : null,
  minimum: field.minimum ?? null,
  maximum: field.maximum ?? null,
  only_when: field.only_when ?? null,
  computed: false,
  added_at: null,
});

/** Sets when each field was added. Null if the form had no answers at that time. */
export function withTimes(fields: readonly Field[], before: readonly Field[], now: string | null): Field[] {
  const times = new Map(before.map(({ key, added_at }) => [key, added_at]));
  return fields.map((field) => ({ ...field, added_at: times.get(field.key) ?? (times.has(field.key) ? null : now) }));
}

/** Rules about field definitions that the schema cannot express. */
export function definitionErrors(fields: readonly NewField[], today: string): FieldError[] {
  const keys = fields.map(({ key }) => key);
  return fields.flatMap((field, index) => [
    ...(keys.indexOf(field.key) === index ? [] : [{ pointer: `/fields/${index}/key`, detail: 'is used twice' }]),
    ...conditionErrorsOf(field, fields.slice(0, index)).map((detail) => ({
      pointer: `/fields/${index}/only_when`,
      detail,
    })),
    ...definitionErrorsOf(field, today).map(([name, detail]) => ({ pointer: `/fields/${index}/${name}`, detail })),
  ]);
}

/** A condition is about the answer to a question that was asked before. */
function conditionErrorsOf({ only_when: condition }: NewField, earlier: readonly NewField[]): string[] {
  if (condition === undefined || condition === null) return [];
  const asked = earlier.find(({ key }) => key === condition.field);
  if (asked === undefined) return ['must name an earlier field'];
  if (asked.type !== 'choice' && asked.type !== 'yes_no') return ['must name a choice or a yes/no field'];
  const values: readonly unknown[] =
    asked.type === 'yes_no' ? [true, false] : (asked.options ?? []).map((o) => o.value);
  return condition.values.every((value) => values.includes(value)) ? [] : ['has a value that is not an answer'];
}

type FieldProblem = [name: keyof NewField, detail: string];

function definitionErrorsOf(field: NewField, today: string): FieldProblem[] {
  const problems: FieldProblem[] = [...privacyErrorsOf(field, today)];
  const chooses = field.type === 'choice' || field.type === 'choices';
  if (chooses !== (field.options !== undefined)) {
    problems.push(['options', chooses ? 'is needed for a choice' : 'is only for choices']);
  }
  const values = (field.options ?? []).map(({ value }) => value);
  if (new Set(values).size < values.length) problems.push(['options', 'must have each value once']);
  if (field.max_length !== undefined && field.type !== 'text') problems.push(['max_length', 'is only for text']);
  for (const name of ['minimum', 'maximum'] as const) {
    if (field[name] !== undefined && field.type !== 'number') problems.push([name, 'is only for numbers']);
  }
  if ((field.minimum ?? -Infinity) > (field.maximum ?? Infinity)) problems.push(['maximum', 'is below minimum']);
  return problems;
}

function privacyErrorsOf(field: NewField, today: string): FieldProblem[] {
  const { purpose = null, erase_after = null } = field;
  if (field.private !== true) {
    const detail = 'is only for private fields';
    return [
      ...(purpose === null ? [] : [['purpose', detail] satisfies FieldProblem]),
      ...(erase_after === null ? [] : [['erase_after', detail] satisfies FieldProblem]),
    ];
  }
  const problems: FieldProblem[] = [];
  if (purpose === null) problems.push(['purpose', 'is needed for a private field']);
  if (erase_after === null) problems.push(['erase_after', 'is needed for a private field']);
  else if (erase_after <= today) problems.push(['erase_after', 'must be in the future']);
  return problems;
}

/** Why this change would make existing answers invalid; undefined if it does not. */
export function incompatibleChange(before: readonly Field[], after: readonly Field[]): string | undefined {
  const kept = new Map(after.map((field) => [field.key, field]));
  const known = new Set(before.map(({ key }) => key));
  const added = after.find((field) => !known.has(field.key) && field.required && field.only_when === null);
  if (added !== undefined) return `${added.key} is new and must be optional`;
  for (const field of before) {
    const reason = incompatibleField(field, kept.get(field.key));
    if (reason !== undefined) return `${field.key} ${reason}`;
  }
  return undefined;
}

/** People answered for a stated purpose and retention; neither may be extended afterwards. */
function incompatibleField(before: Field, after: Field | undefined): string | undefined {
  if (after === undefined) return 'has answers and cannot be removed';
  if (after.type !== before.type) return 'has answers and cannot be of another type';
  if (after.private !== before.private) return 'has answers and cannot change between private and not';
  if (after.purpose !== before.purpose) return 'has answers that were given for another purpose';
  if ((after.erase_after ?? '') > (before.erase_after ?? '')) return 'has answers that were to be erased earlier';
  if (!isDeepStrictEqual(after.only_when, before.only_when)) return 'has answers and must keep its condition';
  if (after.required && !before.required) return 'has not been answered by everybody and must stay optional';
  const offered = new Set((after.options ?? []).map(({ value }) => value));
  if ((before.options ?? []).some(({ value }) => !offered.has(value))) return 'must keep its choices';
  const narrower =
    (after.max_length ?? Infinity) < (before.max_length ?? Infinity) ||
    (after.minimum ?? -Infinity) > (before.minimum ?? -Infinity) ||
    (after.maximum ?? Infinity) < (before.maximum ?? Infinity);
  return narrower ? 'must not become narrower' : undefined;
}

/** Private questions whose day has passed are no longer asked, because answers would be erased at once. */
export const stillAsked = (
  { expired_through: through }: { expired_through: string | null },
  fields: readonly Field[],
) => fields.filter(({ erase_after: day }) => through === null || day === null || day > through);
