import { gzipSync } from 'node:zlib';
import { badCursors, badSegments, bodySchemas, noBodies } from '../support/bad-input.ts';
import type { Json, Schemas } from '../support/bad-input.ts';
import { operationsOf } from '../support/operations.ts';
import type { Operation } from '../support/operations.ts';
import type { TestApp } from '../support/app.ts';
import { headerValues, pieces } from './odd.ts';
import type { Random } from './random.ts';
import { mutate, valueFor } from './values.ts';
import type { Pool } from './values.ts';

export type Header = [name: string, value: string];

/** A request before it is sent, in parts that can be removed one by one. */
export type Draft = {
  method: string;
  path: string;
  /** The raw parts between the ampersands. */
  query: string[];
  headers: Header[];
  body: string | Buffer | undefined;
};

export const urlOf = ({ path, query }: Draft): string => (query.length === 0 ? path : `${path}?${query.join('&')}`);

export type Drafter = (random: Random, pool: Pool, credentials: Header[]) => Draft;

/** Generates requests from the OpenAPI document: most are what a client could send, with a few mutations. */
export function drafter(muster: TestApp): Drafter {
  const operations = operationsOf(muster);
  const schemas = bodySchemas(muster);
  return (random, pool, credentials) => {
    const operation = random.pick(operations);
    const [path = '', search] = operation.path.split('?', 2);
    const fill = (text: string) =>
      text.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(random.pick(pool[name] ?? ['unknown'])));
    const draft: Draft = {
      method: operation.method,
      path: fill(path),
      query: [...(search === undefined ? [] : [fill(search)]), ...queryFor(operation, random, pool)],
      headers: [...credentials],
      body: undefined,
    };
    withBody(draft, operation, schemas, random, pool);
    // A third is left unchanged, because only valid requests reach the code behind the validation.
    const mutationCount = random.chance(0.33) ? 0 : 1 + random.below(3);
    for (let i = 0; i < mutationCount; i += 1) random.pick(mutations)(draft, random);
    return draft;
  };
}

function queryFor({ parameters }: Operation, random: Random, pool: Pool): string[] {
  const context = { random, pool, resolve: (schema: Json) => schema };
  return parameters
    .filter((one) => one.in === 'query' && (one.required === true || random.chance(0.25)))
    .map(
      ({ name, schema = {} }) =>
        `${name}=${encodeURIComponent(String(valueFor(schema, name, context)).toWellFormed())}`,
    );
}

function withBody(draft: Draft, operation: Operation, schemas: Schemas, random: Random, pool: Pool): void {
  const schema = schemas.schemaOf({ ...operation, path: operation.path.split('?', 1)[0] ?? '' });
  if (schema === undefined) return;
  const context = { random, pool, resolve: schemas.resolve };
  const valid = random.chance(0.4) && operation.body !== undefined ? operation.body : valueFor(schema, '', context);
  const body = random.chance(0.5) ? valid : mutate(valid, context);
  draft.headers.push(['content-type', 'application/json']);
  draft.body = JSON.stringify(body) ?? 'null';
}

type Mutation = (draft: Draft, random: Random) => void;

const set = (draft: Draft, name: string, value: string): void => {
  draft.headers = [...draft.headers.filter(([one]) => one !== name), [name, value]];
};

/** Inserts a piece at a random position, replacing up to two characters. */
function splice(text: string, random: Random, piece: string): string {
  const at = random.below(text.length + 1);
  return `${text.slice(0, at)}${piece}${text.slice(at + random.below(3))}`;
}

const mutations: readonly Mutation[] = [
  (draft, random) => {
    const parts = draft.path.split('/');
    parts[1 + random.below(parts.length - 1)] = random.pick([...pieces, ...badSegments]);
    draft.path = parts.join('/');
  },
  (draft, random) => {
    draft.path = `/${splice(draft.path.slice(1), random, random.pick(pieces))}`;
  },
  (draft, random) => {
    const letter = 1 + random.below(draft.path.length - 1);
    const code = draft.path.charCodeAt(letter).toString(16).padStart(2, '0');
    draft.path = `${draft.path.slice(0, letter)}%${code}${draft.path.slice(letter + 1)}`;
  },
  (draft, random) => {
    draft.path = random.pick([
      `${draft.path}/`,
      `/${draft.path}`,
      draft.path.toUpperCase(),
      `/.${draft.path}`,
      `${draft.path};x=1`,
      draft.path.replaceAll('/', '%2f'),
      `${draft.path}.csv`,
      `/x/..${draft.path}`,
    ]);
  },
  (draft, random) => {
    const name = random.pick([
      'limit',
      'cursor',
      'pid',
      'q',
      'project',
      'from',
      'to',
      'day',
      '__proto__',
      'force',
      'x',
    ]);
    draft.query.push(
      random.pick([
        `${name}=${random.pick(pieces)}`,
        `${name}[]=1`,
        `${name}[a]=1`,
        name,
        `${name}==`,
        `cursor=${random.pick(badCursors)}`,
        '',
        '?',
      ]),
    );
  },
  (draft) => void draft.query.push(...draft.query),
  (draft, random) => {
    draft.query = draft.query.map((part) => splice(part, random, random.pick(pieces)));
  },
  (draft, random) => {
    const name = random.pick(Object.keys(headerValues));
    set(draft, name, random.pick(headerValues[name] ?? ['']));
  },
  (draft, random) => {
    const name = random.pick(Object.keys(headerValues));
    set(draft, name, random.pick(headerValues[name] ?? ['']));
  },
  (draft, random) => {
    draft.method = random.pick(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']);
  },
  (draft, random) => {
    const { type, payload } = random.pick(noBodies);
    set(draft, 'content-type', type);
    draft.body = payload;
  },
  (draft, random) => corruptBody(draft, random),
  (draft, random) => corruptBody(draft, random),
];

function corruptBody(draft: Draft, random: Random): void {
  const text = typeof draft.body === 'string' ? draft.body : '{"a":"b"}';
  const bytes = Buffer.from(text);
  const zip = () => {
    set(draft, 'content-encoding', 'gzip');
    return gzipSync(bytes);
  };
  const cut = (whole: Buffer) => whole.subarray(0, random.below(whole.length + 1));
  const corrupted = [
    () => cut(bytes),
    () => zip(),
    () => cut(zip()),
    () => `\ufeff${text}`,
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.concat([bytes, Buffer.from([0xff, 0xc0, 0x00])]),
    () => text.replace(/^\{/, '{"__proto__":{"polluted":1},'),
    () => text.replace(/^\{("[^"]+":)/, '{$1null,$1'),
    () =>
      text.replace(
        /:(?:true|false|-?\d+)/,
        () => `:${random.pick(['1e999', '-1e999', '9'.repeat(400), '0x10', '01'])}`,
      ),
    () => splice(text, random, random.pick(['\u0000', '\\u0000', '\\ud800', '"', '{', ',', '\n', '\u2028', '//'])),
    () => text.replaceAll('"', "'"),
    () => `${text}${text}`,
    () => `${' '.repeat(5000)}${text}`,
    () => Buffer.from(text.replace(/[^"{}[\]:,]/, '\xff'), 'latin1'),
    () => new URLSearchParams({ json: text, __proto__: 'x' }).toString(),
  ];
  draft.body = random.pick(corrupted)();
}
