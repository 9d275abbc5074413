import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, expect, test } from 'vitest';
import { useApp } from './support/app.ts';
import { writtenOut } from './support/openapi.ts';
import { catalogue } from '../src/server/errors.ts';

type Json = Record<string, unknown>;
type Operation = {
  operationId?: string;
  summary?: string;
  tags?: string[];
  responses?: Record<string, { description?: string; content?: Record<string, Json> }>;
  requestBody?: { content: Record<string, { schema: Json; example?: unknown }> };
  parameters?: { name: string; in: string; required?: boolean; schema: Json }[];
  security?: Record<string, string[]>[];
  deprecated?: boolean;
  'x-rate-limit'?: Json;
  'x-scope'?: string;
};
type Document = Json & {
  openapi: string;
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; securitySchemes: Record<string, Json> };
  tags: { name: string }[];
};

// SQLite only: the document is the same on both engines.
const muster = useApp();
let document: Document;
let size: number;
let operations: (Operation & { where: string; path: string; method: string })[];
beforeAll(async () => {
  const served = await muster.call('/api/openapi.json');
  size = served.body.length;
  document = writtenOut(served.json<Document>());
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method,
      where: `${method.toUpperCase()} ${path}`,
    })),
  );
});

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Every node of the document that has the key, with its path. */
function* nodesWith(key: string, node: unknown, path = '#'): Generator<[string, Json]> {
  if (!isObject(node)) return;
  if (key in node && !Array.isArray(node)) yield [path, node];
  for (const [name, child] of Object.entries(node)) yield* nodesWith(key, child, `${path}/${name}`);
}

const missingTargets = (whole: Document): string[] =>
  [...nodesWith('$ref', whole)].flatMap(([path, { $ref }]) => {
    const target = String($ref)
      .slice(2)
      .split('/')
      .reduce<unknown>((node, name) => (isObject(node) ? node[name] : undefined), whole);
    return target === undefined ? [`${path} -> ${String($ref)}`] : [];
  });

const addressOf = ({ method, url }: { method: string; url: string }): string =>
  `${method} ${url.replace(/:(\w+)/g, '{$1}')}`;

/** Compiles the schemas of the document as JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
function validator(): (schema: Json) => ReturnType<Ajv2020['compile']> {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: true });
  addFormats.default(ajv);
  ajv.addFormat('line', true).addFormat('name', true).addFormat('text', true).addFormat('email_address', true);
  ajv.addSchema({ $id: 'document', components: document.components });
  // Many operations share a response schema; compile each once.
  const compiled = new Map<string, ReturnType<Ajv2020['compile']>>();
  return (schema) => {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as Json);
    compiled.set(text, validate);
    return validate;
  };
}

test('the document is OpenAPI 3.1 with the package version and contains every route', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d+$/);
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(document.info).toMatchObject({ title: 'Muster', version });
  expect(document.info.description).toContain('Creating an application by an application identifier is not supported');
  const undocumented =
    /^\/(?:\*|assets\/.*|icons\/.*|app-shell|manifest\.webmanifest|service-worker\.js)?$|^\/api\/(?:docs|redoc|sign-in\/oidc\/callback)\b/;
  const routes = muster.routes
    .filter(({ method, url }) => method !== 'OPTIONS' && !undocumented.test(url))
    .map(addressOf);
  expect(operations.map(({ where }) => where).toSorted()).toEqual(routes.toSorted());
});

test('every operation has a unique id, a summary and a known tag, and rate limits are described', () => {
  const tags = document.tags.map(({ name }) => name);
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const aLimit = { requests: expect.any(Number), seconds: expect.any(Number), per: 'caller' };
  expect(document['x-rate-limit']).toEqual(aLimit);
  expect(document.paths['/api/token']?.['post']?.['x-rate-limit']).toEqual(aLimit);
  for (const { where, operationId, summary, tags: own, responses = {}, ...rest } of operations) {
    expect(operationId, where).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
    expect(summary, where).toMatch(/\S/);
    expect(own, where).toHaveLength(1);
    expect(tags, where).toContain(own?.[0]);
    expect(
      Object.keys(responses).some((status) => status.startsWith('2')),
      where,
    ).toBe(true);
    for (const [status, { description }] of Object.entries(responses)) {
      expect(status, where).toMatch(/^[2-5]\d\d$/);
      expect(typeof description, where).toBe('string');
    }
    expect(rest['x-rate-limit'] ?? document['x-rate-limit'], where).toEqual(aLimit);
  }
});

test('every error response is a problem document and lists its codes', () => {
  for (const { where, responses = {} } of operations) {
    for (const [status, { description = '', content = {} }] of Object.entries(responses)) {
      if (Number(status) < 400) continue;
      expect(Object.keys(content), where).toEqual(['application/problem+json']);
      expect(content['application/problem+json']?.['schema'], where).toEqual({ $ref: '#/components/schemas/Problem' });
      const codes = Object.entries(catalogue).filter(([, [codeStatus]]) => codeStatus === Number(status));
      expect(
        codes.some(([code]) => description.includes(`\`${code}\``)),
        `${where} ${status}`,
      ).toBe(true);
    }
  }
});

test('the document is small enough to load on a phone, and equal parts are in it once', () => {
  expect(size / operations.length).toBeLessThan(2000);
  const errors = operations.flatMap(({ responses = {} }) =>
    Object.entries(responses).filter(([status]) => status >= '4'),
  );
  expect(errors.length).toBeGreaterThan(500);
});

test('the document for service accounts has less than 300 KB, and exactly what they can call', async () => {
  const served = await muster.call('/api/openapi.json?for=service_accounts');
  expect(served.body.length).toBeLessThan(300_000);
  const scoped = writtenOut(served.json<Document>());
  const shown = Object.entries(scoped.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const withScope = muster.routes.filter(({ scope, method }) => scope !== undefined && method !== 'OPTIONS');
  const published = operations.filter(({ tags }) => tags?.[0] === 'Published').map(({ where }) => where);
  expect(shown.toSorted()).toEqual(
    [...new Set(['GET /api/projects', 'GET /api/token', ...withScope.map(addressOf), ...published])].toSorted(),
  );
  expect(missingTargets(scoped)).toEqual([]);
});

test('x-scope is the scope that the route needs', () => {
  const scopes = new Map(muster.routes.map((route) => [addressOf(route), route.scope]));
  for (const { where, responses = {}, 'x-scope': scope } of operations) {
    const needsPrivate = responses['403']?.description?.includes('`private_scope_required`') === true;
    expect({ where, scope }).toEqual({ where, scope: needsPrivate ? 'private:read' : scopes.get(where) });
  }
});

test('every $ref resolves', () => {
  const references = [...nodesWith('$ref', document)];
  expect(references.length).toBeGreaterThan(10);
  expect(missingTargets(document)).toEqual([]);
});

test('exactly the path parameters are declared, and all are required', () => {
  for (const { where, path, parameters = [] } of operations) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const declared = parameters.filter((parameter) => parameter.in === 'path');
    expect(declared.map(({ name }) => name).toSorted(), where).toEqual(named.toSorted());
    for (const { required } of declared) expect(required, where).toBe(true);
  }
});

test('every request body rejects unknown fields', () => {
  const compile = validator();
  const bodies = operations.filter(({ requestBody }) => requestBody !== undefined);
  expect(bodies.map(({ where }) => where)).toEqual(expect.arrayContaining(['POST /api/token', 'POST /api/sign-in']));
  for (const { where, requestBody } of bodies) {
    for (const { schema, example } of Object.values(requestBody?.content ?? {})) {
      const validate = compile(schema);
      if (!isObject(example) || Array.isArray(example)) continue;
      expect(validate({ ...example, unknown_field: 1 }), where).toBe(false);
      expect(
        (validate.errors ?? []).map(({ keyword }) => keyword),
        where,
      ).toContain('additionalProperties');
    }
  }
});

test('every schema compiles, and every example matches its schema', () => {
  const compile = validator();
  const withExample = [...nodesWith('schema', document.paths)].filter(([, node]) => 'example' in node);
  expect(withExample.length).toBeGreaterThan(20);
  for (const [path, { schema, example }] of withExample) {
    const validate = compile(schema as Json);
    expect(validate(example), `${path}: ${JSON.stringify(validate.errors)} in ${JSON.stringify(example)}`).toBe(true);
  }
  for (const [path, schema] of nodesWith('examples', document.components.schemas)) {
    const validate = compile(schema);
    for (const example of schema['examples'] as unknown[]) {
      expect(validate(example), `${path}: ${JSON.stringify(example)}`).toBe(true);
    }
  }
});

test('protected operations declare authentication, public ones do not, and the password flow uses the token endpoint', () => {
  for (const { where, method, path, security } of operations) {
    const route = muster.routes.find(
      ({ method: verb, url }) => verb === method.toUpperCase() && url.replace(/:(\w+)/g, '{$1}') === path,
    );
    const isOpen = route?.access === 'public' || route?.access.endsWith(':anyone') === true;
    expect({ where, secured: security?.length !== 0 }).toEqual({ where, secured: !isOpen });
  }
  const schemes = document.components.securitySchemes;
  expect(schemes['token']).toMatchObject({ type: 'oauth2', flows: { password: { tokenUrl: '/api/token' } } });
  expect(schemes['bearer']).toMatchObject({ type: 'http', scheme: 'bearer' });
  expect(document.paths['/api/members']?.['get']?.deprecated).toBe(true);
  expect(Object.keys(document.paths['/api/token']?.['post']?.requestBody?.content ?? {}).toSorted()).toEqual([
    'application/json',
    'application/x-www-form-urlencoded',
  ]);
});

const secret = 'a secret that is shown once: the next one replaces it';
const notForTokens = 'tokens cannot create addresses; the next one replaces it';
const trial = 'a trial: another one does no harm';

/** Why a POST takes no Idempotency-Key. */
const repeatable: Record<string, string> = {
  add_passkey: 'needs a challenge, which works once',
  add_claim_file: 'the same file is added once',
  create_recovery_codes: secret,
  create_exchange_credentials: secret,
  renew_token: secret,
  renew_service_account: secret,
  rotate_webhook_secret: secret,
  create_own_calendar: notForTokens,
  create_project_calendar: notForTokens,
  create_team_calendar: notForTokens,
  preview_audience: 'changes nothing',
  preview_message: 'changes nothing',
  test_message: trial,
  test_chat_channel: trial,
  ping_webhook: trial,
  sync_group_server: trial,
  redeliver: 'goes out under the same webhook-id, which receivers skip',
  cancel_message: 'a cancelled message stays cancelled',
  resend_message: 'afterwards nobody is in doubt any more',
  undo_planning_step: 'refused with step_undone',
  undo_import: 'refused with step_undone',
  undo_room_step: 'refused with step_undone',
  create_rooms: 'names are different, so a second time is refused',
  draft_rooms: 'changes nothing',
  place_guests: 'who sleeps there already stays so',
  mark_roll_call: 'the same mark again changes nothing',
  ask_room_swap: 'who was asked stays asked',
  ask_guardian_again: 'sends the same link, a few times an hour at most',
  check_in: 'somebody who is checked in stays so',
  change_tags: 'the same tags again change nothing',
  decide_applications: 'the same decision again changes nothing',
  publish_decisions: 'what is published is no longer pending',
  publish_document_version: 'the text of the current version is refused',
};

test('every POST that creates something or is open to tokens takes an Idempotency-Key, or is safe to repeat', () => {
  const routes = new Map(muster.routes.map((route) => [addressOf(route), route]));
  const withoutKey = operations.filter(({ method, where, responses = {}, parameters = [] }) => {
    const { access = '', stepUp = true } = routes.get(where) ?? {};
    const isForTokens = !stepUp && !/^(?:public|browser|fresh|project:device)$/.test(access);
    const isKeyed = parameters.some(({ name }) => name === 'idempotency-key');
    return method === 'post' && (isForTokens || '201' in responses) && !isKeyed;
  });
  expect(withoutKey.map(({ operationId }) => String(operationId)).toSorted()).toEqual(
    Object.keys(repeatable).toSorted(),
  );
});
