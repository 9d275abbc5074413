type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What has a structure or a meaning of its own. */
const isShareable = (node: Json): boolean =>
  node['type'] === 'object' || node['type'] === 'array' || Array.isArray(node['enum']) || isDescribed(node);

/** A field called `description` is an object. */
const isDescribed = ({ type, description }: Json): boolean => type !== undefined && typeof description === 'string';

/** These hold values, not schemas. */
const values: ReadonlySet<string> = new Set(['examples', 'example', 'default', 'enum', 'required']);

/** A reference takes about 50 bytes, so that a shared schema has to save more than it costs to look it up. */
const referenceBytes = 50;
const worthwhileBytes = 300;

const pascal = (name: string): string =>
  name
    .split(/[^a-z0-9]+/i)
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('');

/** Moves schemas that are written out several times to a place of their own, named after their field. */
export function withoutRepetition(schemas: Json): Json {
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
