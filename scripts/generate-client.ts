import { writtenOut } from '../test/support/openapi.ts';

type Json = Record<string, unknown>;
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Json };
type Content = Record<string, { schema: Json }> | undefined;
type Operation = {
  operationId: string;
  summary: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Json> } };

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));
const quoted = (name: string): string => (/^[a-z_$][\w$]*$/i.test(name) ? name : `'${name}'`);

/** Converts the part of JSON Schema that we use to TypeScript. Anything else becomes `unknown`. */
function typeOf(schema: unknown): string {
  if (!isJson(schema)) return 'unknown';
  const { $ref, type, anyOf, items } = schema;
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? 'unknown';
  if (Array.isArray(schema['enum'])) return schema['enum'].map(literal).join(' | ');
  if ('const' in schema) return literal(schema['const']);
  if (Array.isArray(anyOf)) return anyOf.map(typeOf).join(' | ');
  if (Array.isArray(type)) return type.map((one: unknown) => typeOf({ ...schema, type: one })).join(' | ');
  if (type === 'array') return `${/[ |]/.test(typeOf(items)) ? `(${typeOf(items)})` : typeOf(items)}[]`;
  if (type === 'object' || isJson(schema['properties'])) return objectType(schema);
  const plain: Record<string, string> = {
    string: 'string',
    integer: 'number',
    number: 'number',
    boolean: 'boolean',
    null: 'null',
  };
  return (typeof type === 'string' ? plain[type] : undefined) ?? 'unknown';
}

function objectType({ properties, required, additionalProperties }: Json): string {
  if (!isJson(properties))
    return `Record<string, ${isJson(additionalProperties) ? typeOf(additionalProperties) : 'unknown'}>`;
  const needed = new Set(Array.isArray(required) ? required : []);
  const fields = Object.entries(properties).map(
    ([name, field]) => `${quoted(name)}${needed.has(name) ? '' : '?'}: ${typeOf(field)}`,
  );
  return fields.length === 0 ? 'Record<string, never>' : `{ ${fields.join('; ')} }`;
}

/** A body that may be null can be left out. */
const isNullable = ({ anyOf }: Json): boolean =>
  Array.isArray(anyOf) && anyOf.some((one: unknown) => isJson(one) && one['type'] === 'null');

const jsonOf = (content: Content): Json | undefined => content?.['application/json']?.schema;

function inputType({ parameters = [], requestBody }: Operation, schemas: Record<string, Json>): string {
  const part = (where: Parameter['in']) => {
    const fields = parameters.filter((parameter) => parameter.in === where);
    const text = fields.map(
      ({ name, required, schema }) => `${quoted(name)}${required === true ? '' : '?'}: ${typeOf(schema)}`,
    );
    return {
      text: `{ ${text.join('; ')} }`,
      any: fields.length > 0,
      needed: fields.some(({ required }) => required === true),
    };
  };
  const [path, query, header] = [part('path'), part('query'), part('header')];
  const body = jsonOf(requestBody?.content);
  const fields = [
    ...(path.any ? [`path: ${path.text}`] : []),
    ...(query.any ? [`query${query.needed ? '' : '?'}: ${query.text}`] : []),
    ...(header.any ? [`headers?: ${header.text}`] : []),
    ...(body === undefined ? [] : [`body${isNullable(schemas[typeOf(body)] ?? body) ? '?' : ''}: ${typeOf(body)}`]),
  ];
  return fields.length === 0 ? 'Record<string, never>' : `{ ${fields.join('; ')} }`;
}

function responseType({ responses }: Operation): string {
  const success = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const types = success.map(([, { content }]) => {
    const schema = jsonOf(content);
    if (schema !== undefined) return typeOf(schema);
    return content === undefined ? 'undefined' : 'string';
  });
  return [...new Set(types)].join(' | ');
}

/** The types and paths of all operations, from the OpenAPI document. */
export function clientModule(text: string): string {
  const { paths, components } = writtenOut(JSON.parse(text) as Document);
  const operations = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    )
    .toSorted((a, b) => (a.operation.operationId < b.operation.operationId ? -1 : 1));
  const schemas = Object.entries(components.schemas).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [
    '// Generated from the OpenAPI document by `npm run generate`. Do not edit.\n',
    ...schemas.map(([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`),
    'export type Operations = {',
    ...operations.map(({ operation }) =>
      [
        `  /** ${operation.summary} */`,
        `  ${operation.operationId}: { input: ${inputType(operation, components.schemas)}; answer: ${responseType(operation)} };`,
      ].join('\n'),
    ),
    '};\n',
    'export const addresses: { readonly [K in keyof Operations]: readonly [method: string, path: string] } = {',
    ...operations.map(({ path, method, operation }) => `  ${operation.operationId}: ['${method}', '${path}'],`),
    '};\n',
  ].join('\n');
}
