type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** These hold values, not schemas. */
const values: ReadonlySet<string> = new Set(['examples', 'example', 'default', 'enum', 'required']);
const plainTypes: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'boolean']);

function mapped(node: unknown, change: (schema: Json) => Json): unknown {
  if (Array.isArray(node)) return node.map((one) => mapped(one, change));
  if (!isObject(node)) return node;
  return change(
    Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, values.has(key) ? value : mapped(value, change)]),
    ),
  );
}

/** A choice between a plain value and null, in the short notation: `"type": ["string", "null"]`. */
function orNull(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [one, other]: unknown[] = anyOf;
  if (!isObject(one) || !isObject(other) || other['type'] !== 'null') return schema;
  const { type, enum: choices } = one;
  const isPlain = plainTypes.has(type) || (type === undefined && Array.isArray(choices));
  if (!isPlain) return schema;
  return {
    ...one,
    ...(type === undefined ? {} : { type: [type, 'null'] }),
    ...(Array.isArray(choices) ? { enum: [...choices, null] } : {}),
    ...rest,
  };
}

export const withNullTypes = (schema: unknown): unknown => mapped(schema, orNull);

/** Responses may get new fields at any time; only requests reject unknown ones. */
const open = ({ additionalProperties, ...schema }: Json): Json =>
  additionalProperties === undefined || (additionalProperties === false && isObject(schema['properties']))
    ? schema
    : { ...schema, additionalProperties };

export const withNewFieldsAllowed = (schema: unknown): unknown => mapped(schema, open);

/** Viewers know what a time looks like. */
const withoutTimes = ({ examples, ...schema }: Json): Json =>
  examples === undefined || schema['format'] === 'date-time' ? schema : { ...schema, examples };

/** For schemas of request bodies, whose example is in the operation. A field called `examples` is no list. */
const withoutAny = ({ examples, ...schema }: Json): Json =>
  examples === undefined || Array.isArray(examples) ? schema : { ...schema, examples };

export const withoutObviousExamples = (schema: unknown): unknown => mapped(schema, withoutTimes);
export const withoutExamples = (schema: unknown): unknown => mapped(schema, withoutAny);

/** The names of the schemas that a part of the document refers to, directly or through others. */
export function schemasOf(part: unknown, schemas: Json): Set<string> {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    for (const [, name = ''] of (JSON.stringify(node) ?? '').matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(schemas[name]);
    }
  };
  visit(part);
  return found;
}
