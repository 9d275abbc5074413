import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isEmail, isLine, isText } from '../../src/server/lib/text.ts';
import { hasWebAddress } from '../../src/server/lib/mail/web-address.ts';
import type { TestApp } from './app.ts';
import { documentOf } from './openapi.ts';
import type { Operation } from './operations.ts';

export type Json = Record<string, unknown>;
type Path = (string | number)[];

const nested = (depth: number): unknown => {
  let value: unknown = [];
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
};

/** Invalid values that people, programs and attackers send. */
export const badValues: readonly unknown[] = [
  null,
  true,
  0.5,
  2 ** 53 + 2,
  1e308,
  {},
  { toString: 1, constructor: { name: 'x' } },
  [[], {}, null, 'x', 'x'],
  nested(500),
  ' ',
  'NaN',
  'constructor',
  '2026-02-30',
  '2026-02-30T10:00:00Z',
  '2016-12-31T23:59:60Z',
  '9999-12-31T23:59:59+23:59',
  'with\u0000null',
  'bell\u0007',
  'half \ud800 of one',
  '\ufeff\u202eright\u2066to\u200bleft',
  "'; drop table people; --",
  'x'.repeat(21_000),
  '王'.repeat(300),
];

const isName = (value: string): boolean => isLine(value) && !hasWebAddress(value);

/** The schemas of the document, as a client would read them. */
export function bodySchemas(muster: TestApp) {
  const document = documentOf(muster);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('line', isLine).addFormat('name', isName).addFormat('text', isText).addFormat('email_address', isEmail);
  ajv.addSchema({ $id: 'document', components: document.components });
  const resolve = (schema: Json): Json => {
    const name = /^#\/components\/schemas\/(.+)$/.exec(typeof schema['$ref'] === 'string' ? schema['$ref'] : '')?.[1];
    return name === undefined ? schema : (document.components['schemas']?.[name] ?? {});
  };
  const schemaOf = ({ path, method }: Operation): Json | undefined =>
    document.paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.schema;
  const validatorOf = (schema: Json): ValidateFunction =>
    ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components')) as Json);
  return { resolve, schemaOf, validatorOf, document };
}

export type Schemas = ReturnType<typeof bodySchemas>;

/** The path of every field that a body of this schema can have. */
export function fieldsOf(schema: Json, resolve: (schema: Json) => Json, path: Path = []): Path[] {
  const { properties, items, anyOf } = resolve(schema) as { properties?: Json; items?: Json; anyOf?: Json[] };
  const here = path.length === 0 ? [] : [path];
  const inside = Object.entries(properties ?? {}).flatMap(([name, one]) =>
    fieldsOf(one as Json, resolve, [...path, name]),
  );
  const listed = items === undefined ? [] : fieldsOf(items, resolve, [...path, 0]);
  const either = (anyOf ?? []).flatMap((one) => fieldsOf(one, resolve, path)).filter((one) => one.length > path.length);
  return [...here, ...inside, ...listed, ...either];
}

/** A copy of the body with one field replaced; missing parents are created. */
export function withValue(body: unknown, [head, ...rest]: Path, value: unknown): unknown {
  if (head === undefined) return value;
  if (typeof head === 'number') {
    const list: unknown[] = Array.isArray(body) ? [...(body as unknown[])] : [];
    list[head] = withValue(list[head], rest, value);
    return list;
  }
  const object = typeof body === 'object' && body !== null ? (body as Json) : {};
  return { ...object, [head]: withValue(object[head], rest, value) };
}

/** Each field gets a third of the values; together the fields get all of them. */
export const inTurn = <T>(list: readonly T[], turn: number): T[] => list.filter((_, at) => (at + turn) % 3 === 0);

export type BadBody = { payload: string; wrong: string[] };

/** Every field of the body with a third of the bad values; `wrong`: the fields that are invalid by the document's schema. */
export function badBodies(schemas: Schemas, operation: Operation, example: unknown): BadBody[] {
  const { resolve, schemaOf, validatorOf } = schemas;
  const schema = schemaOf(operation);
  if (schema === undefined) return [];
  const valid = validatorOf(schema);
  return fieldsOf(schema, resolve).flatMap((path, turn) =>
    inTurn(badValues, turn).map((value): BadBody => {
      const body = withValue(example, path, value);
      const errors = valid(body) ? [] : (valid.errors ?? []);
      return { payload: JSON.stringify(body), wrong: errors.map(({ instancePath }) => instancePath) };
    }),
  );
}

const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;

/** Bodies that no route accepts, with their content type and the possible statuses. */
export const noBodies: readonly { type: string; payload: string | Buffer; answers: number[] }[] = [
  { type: 'application/json', payload: '', answers: [400] },
  { type: 'application/json', payload: 'null', answers: [400] },
  { type: 'application/json', payload: '[]', answers: [400] },
  { type: 'application/json', payload: '"text"', answers: [400] },
  { type: 'application/json', payload: '{"a":1', answers: [400] },
  { type: 'application/json', payload: '{"a":NaN}', answers: [400] },
  { type: 'application/json', payload: '{"__proto__":{"a":1}}', answers: [400] },
  { type: 'application/json', payload: '{"constructor":{"prototype":{"a":1}}}', answers: [400] },
  { type: 'application/json', payload: '{"toString":1,"toString":2}', answers: [400] },
  { type: 'application/json', payload: deep, answers: [400] },
  { type: 'application/json', payload: `{"a":${deep}}`, answers: [400] },
  { type: 'application/json', payload: Buffer.from('{"a":"b"}', 'utf16le'), answers: [400] },
  { type: 'application/json; charset=utf-16', payload: '{"a":1}', answers: [400, 415] },
  { type: 'application/json', payload: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), answers: [400] },
  { type: 'application/json', payload: `{"a":"${'x'.repeat(270_000)}"}`, answers: [413] },
  { type: 'application/x-www-form-urlencoded', payload: 'a=1&a=2&__proto__=x', answers: [400, 415] },
  { type: 'multipart/form-data; boundary=x', payload: '--x--', answers: [415] },
  { type: 'text/plain', payload: '{}', answers: [415] },
  { type: 'application/xml', payload: '<a/>', answers: [415] },
];

const cursorOf = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const forgeries = [
  '',
  'x',
  '0000-01-01T00:00:00.000Z',
  '2026-02-30T10:00:00.000Z',
  '\u0000',
  '\ud800',
  'x'.repeat(1500),
];

/** Cursors that the list did not issue: of other lists, of other types, made up. */
export const badCursors: readonly string[] = [
  ...[1, 2, 3].flatMap((length) => forgeries.map((value) => cursorOf(Array.from({ length }, () => value)))),
  ...[{}, null, 0, [0], [null, null], [[], []], [{}, 1e308], ['member', {}, 'x'], nested(300)].map(cursorOf),
  'W10',
  'x'.repeat(4000),
  '%00',
  '%ED%A0%80',
];

export const badSegments: readonly string[] = [
  '..%2f..',
  '%2e%2e',
  '%00',
  '%0a',
  '%ED%A0%80',
  '%FF',
  '%',
  'constructor',
  '__proto__',
  '-',
  'A',
  '0',
  '1e308',
  "'--",
  'x'.repeat(65),
  'x'.repeat(600),
  encodeURIComponent('王\u202e'),
];
