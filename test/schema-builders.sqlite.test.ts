import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Type as TypeBox } from 'typebox';
import { expect, test } from 'vitest';
import { Type } from '../src/server/lib/type.ts';

const run = promisify(execFile);
const typeboxDocument = fileURLToPath(new URL('support/typebox-document.ts', import.meta.url));

test('every route has the same schemas, to the byte, whether lib/type.ts or TypeBox builds them', async () => {
  const { stdout } = await run(process.execPath, [typeboxDocument], { maxBuffer: 100_000_000 });
  expect(stdout.length).toBeGreaterThan(100_000);
  // `npm run check` has compared this file with the document of lib/type.ts.
  expect(stdout === readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')).toBe(true);
});

const options = { description: 'A field', examples: [1], title: 'Field', $id: 'Field' };

/** Each builder without options and with some that the service uses; written once for both libraries. */
const built = {
  array: (type: typeof Type) => type.Array(type.String()),
  'array with bounds': (type: typeof Type) =>
    type.Array(type.Integer(), { minItems: 1, maxItems: 3, uniqueItems: true, ...options }),
  boolean: (type: typeof Type) => type.Boolean(),
  'boolean with a default': (type: typeof Type) => type.Boolean({ default: false, ...options }),
  enum: (type: typeof Type) => type.Enum(['a', 'b']),
  'enum with options': (type: typeof Type) => type.Enum(['a', 'b'], { type: 'string', ...options }),
  integer: (type: typeof Type) => type.Integer(),
  'integer with bounds': (type: typeof Type) => type.Integer({ minimum: 0, maximum: 9, default: 5, ...options }),
  null: (type: typeof Type) => type.Null(),
  'null with options': (type: typeof Type) => type.Null(options),
  number: (type: typeof Type) => type.Number(),
  'number with bounds': (type: typeof Type) => type.Number({ exclusiveMinimum: 0, multipleOf: 0.5, ...options }),
  'object without fields': (type: typeof Type) => type.Object({}),
  'object with optional fields only': (type: typeof Type) => type.Object({ a: type.Optional(type.String()) }),
  'object with required and optional fields': (type: typeof Type) =>
    type.Object(
      { a: type.String(), b: type.Optional(type.Integer({ minimum: 1 })), c: type.Boolean() },
      { additionalProperties: false, minProperties: 1, ...options },
    ),
  'nested object': (type: typeof Type) =>
    type.Object({ a: type.Optional(type.Object({ b: type.Array(type.Optional(type.Null())) })) }),
  string: (type: typeof Type) => type.String(),
  'string with a format': (type: typeof Type) =>
    type.String({ format: 'line', minLength: 1, maxLength: 9, pattern: '\\S', ...options }),
  union: (type: typeof Type) => type.Union([type.String(), type.Null()]),
  'union with options': (type: typeof Type) => type.Union([type.Integer(), type.String()], options),
  unsafe: (type: typeof Type) => type.Unsafe<string>({ $ref: 'Field' }),
};

test.each(Object.entries(built))('%s is the schema that TypeBox builds', (_name, build) => {
  // TypeBox adds hidden properties of its own; what Ajv and the document see is JSON.
  expect(JSON.stringify(build(Type))).toBe(JSON.stringify(build(TypeBox)));
});

test('a schema that is made optional stays required where it is used elsewhere', () => {
  const build = (type: typeof Type) => {
    const name = type.String({ maxLength: 9 });
    return [type.Object({ name: type.Optional(name) }), type.Object({ name })];
  };
  expect(JSON.stringify(build(Type))).toBe(JSON.stringify(build(TypeBox)));
});

test('every builder of lib/type.ts is compared', () => {
  const tried = Object.keys(built).join(' ');
  for (const name of Object.keys(Type)) expect(tried).toContain(name.toLowerCase());
});
