import { schemasOf } from './compact-document.service.ts';

type Json = Record<string, unknown>;
type Described = { tags?: string[]; operationId?: string; 'x-scope'?: string };
type Document = {
  tags?: { name: string }[];
  paths?: Record<string, Record<string, Described>>;
  components?: Record<string, Json> & { schemas?: Json };
};

/** They need no scope, and every integration begins with them. */
const beginnings: ReadonlySet<string> = new Set(['list_projects', 'get_token']);

const isForServiceAccounts = ({ tags = [], operationId = '', 'x-scope': scope }: Described): boolean =>
  (scope !== undefined && scope !== 'private:read') || tags.includes('Published') || beginnings.has(operationId);

/** Only what a service account or a limited token can call, and the published interface. */
export function scopedDocument<T extends object>(whole: T): T {
  const { paths: all = {}, components = {}, tags = [] }: Document = whole;
  const paths = Object.fromEntries(
    Object.entries(all).flatMap(([path, methods]) => {
      const kept = Object.entries(methods).filter(([, operation]) => isForServiceAccounts(operation));
      return kept.length === 0 ? [] : [[path, Object.fromEntries(kept)]];
    }),
  );
  const text = JSON.stringify(paths);
  const used = (kind: 'parameters' | 'responses') =>
    pick(components[kind], (name) => text.includes(`"#/components/${kind}/${name}"`));
  const [parameters, responses] = [used('parameters'), used('responses')];
  const schemas = schemasOf([paths, parameters, responses], components.schemas ?? {});
  return {
    ...whole,
    tags: tags.filter(({ name }) => text.includes(JSON.stringify([name]))),
    paths,
    components: {
      ...components,
      parameters,
      responses,
      schemas: pick(components.schemas, (name) => schemas.has(name)),
    },
  };
}

const pick = (values: Json = {}, isKept: (name: string) => boolean): Json =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isKept(name)));
