import {
  schemasOf,
  withNewFieldsAllowed,
  withNullTypes,
  withoutExamples,
  withoutObviousExamples,
} from './compact-schemas.service.ts';
import { withoutRepetition } from './repeated-schemas.service.ts';

/** Moves what several operations have in common to `components`, which makes the document a fraction of its size. */

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

const pascal = (id: string): string =>
  id
    .split('_')
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('');

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

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

/** Of several schemas that accept the same, only one is referred to. */
function withoutUnused<T extends object>(document: T, schemas: Json): T {
  const text = JSON.stringify(document);
  for (const name of Object.keys(schemas)) if (!text.includes(`"#/components/schemas/${name}"`)) delete schemas[name];
  return document;
}
