import swagger from '@fastify/swagger';
import type { FastifyContextConfig, FastifySchema } from 'fastify';
import type { App } from '../../http/app.ts';
import { openToVisitors } from '../../auth/access.ts';
import type { Access } from '../../auth/access.ts';
import { limits } from '../../auth/rate-limits.ts';
import type { Limit } from '../../auth/rate-windows.ts';
import type { Config } from '../../config.ts';
import type { ErrorCode } from '../../errors.ts';
import { codesOf, everywhere, problemResponses, ungated } from './problems.service.ts';
import type { Operation } from './problems.service.ts';
import { shareParts } from './compact-document.service.ts';
import { readPackage } from '../../lib/package.ts';
import { Empty } from '../../lib/schema.ts';

const description = `Muster manages the volunteers of a yearly community event.

**A token in a minute.** Sign in, open [API access](/api-access), make one-time credentials, and exchange them here:
press *Authorize* and enter the username and password. Every later call then uses the token.

Errors are \`application/problem+json\` (RFC 9457) with a stable \`code\`; all codes are listed at [/api/errors](/api/errors).
Each operation lists the codes it can return. Any operation can also return ${everywhere.map((code) => `\`${code}\``).join(', ')}.
\`x-scope\` of an operation is the scope that a service account or a limited token needs; operations without it can't be called with them. \`private:read\` is the switch *Can read my private data* of a personal token.
The limit at the top of the document applies to operations without a limit of their own. Responses show limits in the \`RateLimit\` and \`RateLimit-Policy\` headers. Above the limit, the response is 429 with \`Retry-After\`.

Creating an application by an application identifier is not supported.`;

/** The document is generated from the routes. Whatever follows from a route's access and input is added here. */
export async function openApi(app: App, config: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Muster',
        version: readPackage().version,
        description,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      // Absolute and first, because programs that import the document do not know where it came from.
      servers: [
        { url: config.baseUrl, description: 'this installation' },
        { url: '/', description: 'the server that this document was loaded from' },
      ],
      tags: [
        { name: 'Published', description: 'The published interface.' },
        { name: 'Sign-in', description: 'Sign-in without a password.' },
        { name: 'Me', description: "The caller's account and data." },
        { name: 'Notices', description: 'Notices about changes that concern the caller.' },
        { name: 'Tasks', description: 'Tasks and who does them.' },
        { name: 'Planning', description: 'Kinds of tasks with their rules, locations and skills.' },
        { name: 'Draft plans', description: 'Draft plans by Muster.' },
        { name: 'Rooms', description: 'Rooms, who sleeps where, and swaps.' },
        { name: 'Event day', description: 'Check-in, the desk, hours and hand-outs.' },
        { name: 'Hours', description: 'Statements of hours, certificates and yearly statistics.' },
        { name: 'Calendar', description: 'Calendars to subscribe to.' },
        { name: 'Announcements', description: 'News for a project or a team.' },
        { name: 'Documents', description: 'What people read and sign: rules, agreements, handbooks.' },
        { name: 'Messages', description: 'Messages from organisers to the people in a project.' },
        { name: 'Forms', description: 'Forms and their answers.' },
        { name: 'Money', description: 'Budgets, claims with receipts, and payouts.' },
        { name: 'Imports', description: 'People and answers from tables.' },
        { name: 'Projects', description: 'The event of each year, and who owns it.' },
        { name: 'Teams', description: 'Teams, their chiefs and their members.' },
        { name: 'Subsidies', description: 'Travel subsidies by location.' },
        { name: 'People', description: 'Other people and suspension.' },
        { name: 'Audit', description: 'Who did what.' },
        { name: 'Changes', description: 'Changes, for other systems to read.' },
        { name: 'Webhooks', description: 'Changes, sent to other systems.' },
        { name: 'Service accounts', description: 'Accounts for other systems.' },
        { name: 'Chat', description: 'Announcements and free places in chat channels.' },
        { name: 'Group sync', description: 'Mailing lists and channels that follow teams.' },
        { name: 'Operation', description: 'For operators and monitoring.' },
      ],
      components: { securitySchemes: securitySchemes() },
      security: anyCredential,
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) =>
        typeof json.$id === 'string' ? json.$id : `def-${index}`,
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema:
        schema?.hide === true
          ? schema
          : completed({ url, method: String(route.method), schema: schema ?? {}, config: route.config ?? {} }, config),
    }),
    transformObject: (document) =>
      'openapiObject' in document
        ? {
            ...shareParts(withExamples(document.openapiObject)),
            'x-rate-limit': describe(limits.general, config),
          }
        : document.swaggerObject,
  });
}

const securitySchemes = () => ({
  token: {
    type: 'oauth2' as const,
    description: 'Enter the one-time username and password of the page "API access"; leave the client fields empty.',
    flows: { password: { tokenUrl: '/api/token', scopes: { read: 'read only', write: 'read and write' } } },
  },
  bearer: { type: 'http' as const, scheme: 'bearer', description: 'An API token that you already have.' },
  session: {
    type: 'apiKey' as const,
    in: 'cookie' as const,
    name: 'muster_session',
    description: 'A signed-in browser.',
  },
});

function completed(operation: Operation, config: Config): FastifySchema {
  const { url, method, schema } = operation;
  const { access, stepUp = false, problems = [] } = operation.config;
  const scope = scopeOf(operation.config);
  const limit = limitOf(method, url);
  return {
    ...schema,
    ...requestHeaders(problems),
    ...securityOf(access, stepUp),
    response: {
      ...(isTagged(method, url, access) ? unchanged : {}),
      ...(typeof schema.response === 'object' ? schema.response : {}),
      ...problemResponses(codesOf(operation)),
    },
    ...(scope === undefined ? {} : { 'x-scope': scope }),
    ...(limit === limits.general ? {} : { 'x-rate-limit': describe(limit, config) }),
  };
}

/** What tokens need besides the rights of their person. */
const scopeOf = ({ scope, readsPrivate = false }: FastifyContextConfig): string | undefined =>
  readsPrivate ? 'private:read' : scope;

/** Reads behind the gate have an ETag. Streamed CSV has none. */
const isTagged = (method: string, url: string, access: Access | undefined): boolean =>
  method === 'GET' && access !== 'metrics' && !ungated.has(url) && !url.endsWith('.csv');

const unchanged = { 304: Empty('Unchanged since the response identified by `If-None-Match`.') };

/** What an operation takes if it does not say otherwise. */
const anyCredential = [{ bearer: [] }, { token: [] }, { session: [] }];

function securityOf(access: Access | undefined, stepUp: boolean): object {
  if (access === undefined || openToVisitors.has(access)) return {};
  if (access === 'metrics' || access === 'project:device' || access === 'token') return { security: [{ bearer: [] }] };
  return {
    security: stepUp || access === 'browser' || access === 'fresh' ? [{ session: [] }] : anyCredential,
  };
}

/** The request headers that lead to these codes are documented on routes that declare the code. */
const headerOf: Partial<Record<ErrorCode, [name: string, description: string]>> = {
  idempotency_key_reused: [
    'idempotency-key',
    'Up to 200 visible characters of your choice. A request repeated with the same key within 24 hours runs only once.',
  ],
  stale: ['if-match', 'The `ETag` of the version you read. If it has changed since, the response is 412.'],
};

function requestHeaders(problems: readonly ErrorCode[]): object {
  const headers = problems.flatMap((code) => (headerOf[code] === undefined ? [] : [headerOf[code]]));
  if (headers.length === 0) return {};
  const properties = Object.fromEntries(headers.map(([name, description]) => [name, { type: 'string', description }]));
  return { headers: { type: 'object', properties } };
}

const describe = ({ max, seconds }: Limit, { rateLimitScale }: Config) => ({
  requests: max * rateLimitScale,
  seconds,
  per: 'caller',
});

function limitOf(method: string, url: string): Limit {
  if (method === 'POST' && url === '/api/token') return limits.token;
  if (url.startsWith('/api/sign-in')) return limits.signIn;
  return /^(?:\/api)?\/members/.test(url) ? limits.listing : limits.general;
}

/** Adds an example to each request body, built from the examples of the fields. */
function withExamples<T extends { paths?: object; components?: { schemas?: object } }>(document: T): T {
  const definitions: Record<string, unknown> = { ...document.components?.schemas };
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('schema' in node && !('in' in node) && !('example' in node)) {
      // Do not descend: an example or schema may itself have a field called `schema`.
      Object.assign(node, { example: exampleOf(node.schema, definitions) });
      return;
    }
    for (const [name, child] of Object.entries(node)) if (name !== 'responses') visit(child);
  };
  visit(document.paths);
  return document;
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined);

/** Builds an example from the examples of the fields, so that none is written twice. */
function exampleOf(schema: unknown, definitions: Json): unknown {
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
