import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FieldError } from '../../errors.ts';
import type { Cell } from '../../http/csv.ts';
import type { AnswerValue, Field } from './fields.schema.ts';

type Json = Record<string, unknown>;

/** No control characters except line breaks and tabs, and no lone surrogates. */
const textPattern = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\p{Cs}]*$';
const largest = Number.MAX_SAFE_INTEGER;

/** JSON Schema 2020-12. The service checks answers with it, and clients can do the same. */
export function answerSchema(title: string, fields: readonly Field[]): Json {
  const asked = fields.filter((field) => !field.computed);
  const conditions = asked.flatMap((field) => (field.only_when === null ? [] : [conditionOf(field, field.only_when)]));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    type: 'object',
    properties: Object.fromEntries(asked.map((field) => [field.key, propertyOf(field)])),
    required: asked.filter((field) => field.required && field.only_when === null).map(({ key }) => key),
    additionalProperties: false,
    ...(conditions.length === 0 ? {} : { allOf: conditions }),
  };
}

function conditionOf({ key, required }: Field, { field, values }: NonNullable<Field['only_when']>): Json {
  return {
    if: { properties: { [field]: { enum: values } }, required: [field] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema, not a promise
    then: required ? { properties: { [key]: true }, required: [key] } : {},
    else: { properties: { [key]: false } },
  };
}

function propertyOf(field: Field): Json | boolean {
  const words = { title: field.label, ...(field.help === '' ? {} : { description: field.help }) };
  const values = (field.options ?? []).map(({ value }) => value);
  // No options, e.g. while the subsidy table is empty: the field cannot be answered.
  if (field.options !== null && values.length === 0) return false;
  switch (field.type) {
    case 'text':
      return {
        type: 'string',
        minLength: field.required ? 1 : 0,
        maxLength: field.max_length ?? largest,
        pattern: textPattern,
        ...words,
      };
    case 'choice':
      return { type: 'string', enum: values, ...words };
    case 'choices':
      return {
        type: 'array',
        items: { type: 'string', enum: values },
        uniqueItems: true,
        minItems: field.required ? 1 : 0,
        ...words,
      };
    case 'number':
      return { type: 'number', minimum: field.minimum ?? -largest, maximum: field.maximum ?? largest, ...words };
    case 'date':
      return { type: 'string', format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$', ...words };
    case 'yes_no':
      return { type: 'boolean', ...words };
  }
}

const compiled = new Map<string, ValidateFunction>();
const maxCompiled = 200;
let ajv: Ajv2020 | undefined;

/** Compiled once per version of a form. Created lazily: most processes never check an answer at start. */
function validatorOf(schema: Json): ValidateFunction {
  const key = JSON.stringify(schema);
  const kept = compiled.get(key);
  if (kept !== undefined) return kept;
  // Ajv keeps everything it compiled, so it is replaced together with the cache.
  if (ajv === undefined || compiled.size >= maxCompiled) {
    compiled.clear();
    ajv = new Ajv2020({ allErrors: true, ownProperties: true, strict: true, strictTypes: false, addUsedSchema: false });
    addFormats.default(ajv);
  }
  const validate = ajv.compile(schema);
  compiled.set(key, validate);
  return validate;
}

/** Errors by field; empty if the answers are valid. */
export function answerErrors(schema: Json, answers: unknown): FieldError[] {
  const validate = validatorOf(schema);
  if (validate(answers)) return [];
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(fieldErrorOf);
  return [...new Map(errors.map((error) => [error.pointer, error])).values()].slice(0, 20);
}

function fieldErrorOf({ instancePath, keyword, params, message = 'is not valid' }: ErrorObject): FieldError {
  const inside = params['missingProperty'] ?? params['additionalProperty'];
  const tail = typeof inside === 'string' ? `/${inside.replaceAll('~', '~0').replaceAll('/', '~1').slice(0, 100)}` : '';
  return { pointer: `/answers${instancePath}${tail}`, detail: sentences[keyword] ?? message };
}

const sentences: Record<string, string> = {
  required: 'is needed',
  additionalProperties: 'is not a field of this form',
  enum: 'is not one of the choices',
  pattern: 'has a format or characters that are not allowed',
  format: 'must be a date that exists',
  'false schema': 'is not asked, given the other answers',
};

export function cellOf(value: AnswerValue | undefined): Cell {
  if (value === undefined) return null;
  return typeof value === 'object' ? value.join('; ') : value;
}
