type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined);

/** Builds an example from the examples of the fields, so that none is written twice. */
export function exampleOf(schema: unknown, definitions: Json): unknown {
  if (!isObject(schema)) return undefined;
  const { $ref, examples, type, properties, items, anyOf } = schema;
  if (typeof $ref === 'string') return exampleOf(definitions[$ref.split('/').at(-1) ?? ''], definitions);
  const given = firstOf(examples) ?? schema['default'] ?? firstOf(schema['enum']);
  if (given !== undefined) return given;
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0], definitions);
  if (type === 'array') return [exampleOf(items, definitions)];
  if (type === 'object') {
    if (!isObject(properties)) return {};
    return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, exampleOf(field, definitions)]));
  }
  return plain[String(type)];
}

const plain: Json = { string: 'text', integer: 1, number: 1, boolean: true };
