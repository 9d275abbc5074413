import type { Muster } from '../../src/server/app.ts';

type Json = Record<string, unknown>;
export type Parameter = { name: string; in: string; required?: boolean; example?: unknown; schema?: Json };
export type Answer = { description?: string; content?: Record<string, { schema: object }> };
type Documented = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Json; example?: Json }> };
  responses: Record<string, Answer>;
};
export type OpenApi = {
  paths: Record<string, Record<string, Documented>>;
  components: Record<string, Record<string, Json>>;
};

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const documents = new Map<string, OpenApi>();

/** The document, written out. Making it takes longer than the rest of an app: apps of one process with the same routes share it. */
export function documentOf({ app, routes }: Pick<Muster, 'app' | 'routes'>): OpenApi {
  const key = JSON.stringify(routes);
  const document = documents.get(key) ?? writtenOut(app.swagger() as unknown as OpenApi);
  documents.set(key, document);
  return document;
}

/** The document with the shared parameters and responses written out in each operation; schemas stay references. */
export function writtenOut<T extends { paths: object; components: object }>(document: T): T {
  const components = document.components as OpenApi['components'];
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
