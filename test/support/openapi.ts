type Json = Record<string, unknown>;
type Components = Record<string, Record<string, Json>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** The document with the shared parameters and responses written out in each operation; schemas stay references. */
export function writtenOut<T extends { paths: object; components: object }>(document: T): T {
  const components = document.components as Components;
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (!isObject(node)) return node;
    const [, kind = '', name = ''] = /^#\/components\/(parameters|responses)\/(.+)$/.exec(String(node['$ref'])) ?? [];
    const shared = components[kind]?.[name];
    if (shared !== undefined) return shared;
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value)]));
  };
  return { ...document, paths: visit(document.paths) };
}
