type Json = Record<string, unknown>;
type Content = Record<string, { schema?: Json; example?: unknown }>;
type Described = {
  operationId?: string;
  security?: unknown;
  parameters?: Json[];
  requestBody?: { content: Content };
  responses?: Record<string, Json>;
};
type Components = { schemas?: Json; parameters?: Json; responses?: Json };
type Document = {
  paths?: Record<string, Record<string, Described>>;
  security?: unknown;
  components?: Components;
};

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Equal values get one name; another value under the same name gets a number. */
function collection(kind: 'parameters' | 'responses') {
  const names = new Map<string, string>();
  const values: Json = {};
  return {
    values,
    refer: (proposed: string, value: Json): Json => {
      const text = JSON.stringify(value);
      let name = names.get(text);
      if (name === undefined) {
        name = proposed;
        for (let n = 2; name in values; n += 1) name = `${proposed}_${n}`;
        names.set(text, name);
        values[name] = value;
      }
      return { $ref: `#/components/${kind}/${name}` };
    },
  };
}

/** The framework's own text for a response without a description says nothing. */
function answerOf({ content, description, ...rest }: Json): Json {
  const described = { description: description === 'Default Response' ? 'Success.' : description, ...rest };
  return content === undefined ? described : { ...described, content: withNewFieldsAllowed(withNullTypes(content)) };
}

/** Two schemas are the same if they accept the same, whatever example they have. */
const textOf = ({ $id: _id, title: _title, examples: _examples, ...rules }: Json): string => JSON.stringify(rules);

/** Refers to named schemas wherever one of them is written out, except at its own place. */
function referrer(schemas: Json) {
  const names = new Map(
    Object.entries(schemas).map(([name, schema]) => [isObject(schema) ? textOf(schema) : '', name]),
  );
  const visit = (node: unknown, isRoot: boolean): unknown => {
    if (Array.isArray(node)) return node.map((one) => visit(one, false));
    if (!isObject(node)) return node;
    const name = isRoot || !('type' in node) ? undefined : names.get(textOf(node));
    if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value, false)]));
  };
  return visit;
}

/** Moves what several operations have in common to `components`, which makes the document a fraction of its size. */
export function shareParts<T extends object>(given: T): T {
  const document = given as Document;
  const named: Json = Object.fromEntries(
    Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => [name, withNullTypes(schema)]),
  );
  const refer = referrer(named);
  const schemas = Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, refer(schema, true)]));
  const usual = JSON.stringify(document.security);
  const parameters = collection('parameters');
  const responses = collection('responses');
  const operations = Object.values(document.paths ?? {}).flatMap((methods) => Object.values(methods));
  for (const operation of operations) {
    const security = JSON.stringify(operation.security ?? []);
    operation.security ??= [];
    if (security === usual) delete operation.security;
    if (operation.parameters !== undefined)
      operation.parameters = operation.parameters.map((one) => parameters.refer(String(one['name']), one));
    operation.responses = Object.fromEntries(
      Object.entries(operation.responses ?? {}).map(([status, response]) => [
        status,
        Number(status) >= 300 ? responses.refer(status, response) : answerOf(response),
      ]),
    );
    for (const body of Object.values(operation.requestBody?.content ?? {})) {
      const schema = refer(withNullTypes(body.schema), false);
      const name = `${pascal(operation.operationId ?? '')}Request`;
      const isNamed = isObject(schema) && '$ref' in schema;
      if (!isNamed) schemas[name] = schema;
      body.schema = isNamed ? schema : { $ref: `#/components/schemas/${name}` };
    }
  }
  const shared = withoutRepetition(schemas);
  const inRequests = schemasOf(
    operations.map(({ requestBody }) => requestBody),
    shared,
  );
  const inAnswers = schemasOf([operations.map((operation) => operation.responses), responses.values], shared);
  for (const [name, schema] of Object.entries(shared)) {
    const answer = inRequests.has(name) ? schema : withNewFieldsAllowed(schema);
    shared[name] = inAnswers.has(name) ? withoutObviousExamples(answer) : withoutExamples(answer);
  }
  return withoutUnused(
    {
      ...given,
      components: {
        ...document.components,
        schemas: shared,
        parameters: parameters.values,
        responses: responses.values,
      },
    },
    shared,
  );
}

/** If several schemas accept the same, only one is referred to. */
function withoutUnused<T extends object>(document: T, schemas: Json): T {
  const text = JSON.stringify(document);
  for (const name of Object.keys(schemas)) if (!text.includes(`"#/components/schemas/${name}"`)) delete schemas[name];
  return document;
}

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

const withNullTypes = (schema: unknown): unknown => mapped(schema, orNull);

/** Responses may get new fields at any time; only requests reject unknown ones. */
const open = ({ additionalProperties, ...schema }: Json): Json =>
  additionalProperties === undefined || (additionalProperties === false && isObject(schema['properties']))
    ? schema
    : { ...schema, additionalProperties };

const withNewFieldsAllowed = (schema: unknown): unknown => mapped(schema, open);

/** Viewers know what a time looks like. */
const withoutTimes = ({ examples, ...schema }: Json): Json =>
  examples === undefined || schema['format'] === 'date-time' ? schema : { ...schema, examples };

/** For schemas of request bodies, whose example is in the operation. A field called `examples` is no list. */
const withoutAny = ({ examples, ...schema }: Json): Json =>
  examples === undefined || Array.isArray(examples) ? schema : { ...schema, examples };

const withoutObviousExamples = (schema: unknown): unknown => mapped(schema, withoutTimes);
const withoutExamples = (schema: unknown): unknown => mapped(schema, withoutAny);

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

/** What has a structure or a meaning of its own. */
const isShareable = (node: Json): boolean =>
  node['type'] === 'object' || node['type'] === 'array' || Array.isArray(node['enum']) || isDescribed(node);

/** A field called `description` is an object. */
const isDescribed = ({ type, description }: Json): boolean => type !== undefined && typeof description === 'string';

/** A reference takes about 50 bytes, so that a shared schema has to save more than it costs to look it up. */
const referenceBytes = 50;
const worthwhileBytes = 300;

const pascal = (name: string): string =>
  name
    .split(/[^a-z0-9]+/i)
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('');

/** Moves schemas that are written out several times to a place of their own, named after their field. */
function withoutRepetition(schemas: Json): Json {
  const counts = new Map<string, number>();
  const fieldOf = new Map<string, string>();
  const count = (node: unknown, field: string): void => {
    if (Array.isArray(node)) for (const one of node) count(one, field);
    if (!isObject(node)) return;
    if (isShareable(node)) {
      const text = JSON.stringify(node);
      const times = (counts.get(text) ?? 0) + 1;
      counts.set(text, times);
      // Its parts are counted once, because they move with it.
      if (times > 1) return;
      fieldOf.set(text, field);
    }
    for (const [name, child] of Object.entries(node)) if (!values.has(name)) count(child, nameOf(name, field));
  };
  for (const [name, schema] of Object.entries(schemas)) count(schema, name);

  const shared: Json = { ...schemas };
  const places = new Map<string, string>();
  const roots = new Set(Object.values(schemas).map((schema) => JSON.stringify(schema)));
  for (const [text, times] of counts) {
    const saved = (times - 1) * text.length - times * referenceBytes;
    const name = pascal(fieldOf.get(text) ?? '');
    if (roots.has(text) || saved < worthwhileBytes || name in shared) continue;
    places.set(text, name);
    shared[name] = undefined;
  }
  const replaced = (node: unknown, isRoot: boolean): unknown => {
    if (Array.isArray(node)) return node.map((one) => replaced(one, false));
    if (!isObject(node)) return node;
    const name = isRoot || !isShareable(node) ? undefined : places.get(JSON.stringify(node));
    if (name !== undefined) {
      shared[name] ??= replaced(node, true);
      return { $ref: `#/components/schemas/${name}` };
    }
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, values.has(key) ? value : replaced(value, false)]),
    );
  };
  for (const [name, schema] of Object.entries(schemas)) shared[name] = replaced(schema, true);
  return shared;
}

/** The field, also for the items of a list and the choices of a union. */
const nameOf = (name: string, field: string): string =>
  name === 'properties' || name === 'items' || name === 'anyOf' ? field : name;
