import swagger from '@fastify/swagger';
import type { FastifyContextConfig, FastifySchema } from 'fastify';
import type { App } from '../../http/app.ts';
import { openToVisitors } from '../../auth/access.ts';
import type { Access } from '../../auth/access.ts';
import { limits } from '../../auth/rate-limits.ts';
import type { Limit } from '../../auth/rate-windows.ts';
import type { Config } from '../../config.ts';
import { catalogue } from '../../errors.ts';
import type { ErrorCode } from '../../errors.ts';
import { exampleOf } from './example.service.ts';
import { readPackage } from '../../lib/package.ts';
import { Empty } from '../../lib/schema.ts';

const description = `Muster manages the volunteers of a yearly community event.

**A token in a minute.** Sign in, open [API access](/api-access), make one-time credentials, and exchange them here:
press *Authorize*, enter the username and password, and every later call carries the token.

Errors are \`application/problem+json\` (RFC 9457) with a stable \`code\`; all codes are listed at [/api/errors](/api/errors).
Limits are told in the \`RateLimit\` and \`RateLimit-Policy\` fields; past them, 429 with \`Retry-After\`.

Creating an application by an application identifier is not supported.`;

type Operation = { url: string; method: string; schema: FastifySchema; config: FastifyContextConfig };

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
      servers: [{ url: '/', description: 'this installation' }],
      tags: [
        { name: 'Published', description: 'The published interface.' },
        { name: 'Sign-in', description: 'Sign-in without a password.' },
        { name: 'Me', description: "The caller's account and data." },
        { name: 'Notices', description: 'What others changed that concerns the caller.' },
        { name: 'Tasks', description: 'What is to be done, and who does it.' },
        { name: 'Calendar', description: 'Calendars that programs subscribe to.' },
        { name: 'Announcements', description: 'News for a project or a team.' },
        { name: 'Forms', description: 'What is asked of people, and their answers.' },
        { name: 'Projects', description: 'The event of each year, and who owns it.' },
        { name: 'Teams', description: 'Teams, their chiefs and their members.' },
        { name: 'Subsidies', description: 'Travel subsidies by location.' },
        { name: 'People', description: 'Other people and suspension.' },
        { name: 'Audit', description: 'Who did what.' },
        { name: 'Changes', description: 'What changed, for other systems.' },
        { name: 'Operation', description: 'For operators and monitoring.' },
      ],
      components: { securitySchemes: securitySchemes() },
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
      'openapiObject' in document ? withExamples(document.openapiObject) : document.swaggerObject,
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

function completed(
  { url, method, schema, config: { access, alsoArchived, stepUp = false, problems = [] } }: Operation,
  config: Config,
): FastifySchema {
  const has = (part: string) => part in schema;
  const writes = method !== 'GET';
  const guarded = access !== undefined && !openToVisitors.has(access);
  const statuses = new Set<number>([
    ...(has('body') || has('querystring') || has('params') || writes ? [400] : []),
    ...(ungated.has(url) ? [] : [401]),
    // Reads that need a sign-in, too: with a cookie they must not come from another site.
    ...(writes || guarded ? [403] : []),
    ...(has('params') || url === '/api/members' ? [404] : []),
    ...(has('params') ? [414] : []),
    ...(writes && /^(?:project|team):/.test(access ?? '') && alsoArchived !== true ? [409] : []),
    // A client can send a body even if the route takes none.
    ...(writes ? [413, 415] : []),
    ...(url === '/readyz' ? [503] : []),
    ...problems.map((code) => catalogue[code][0]),
    429,
  ]);
  const answers = Object.fromEntries([...statuses].map((status) => [status, problemAnswer(status)]));
  const limit = limitOf(url);
  return {
    ...schema,
    ...requestHeaders(problems),
    ...securityOf(access, stepUp),
    response: {
      ...(isTagged(method, url, access) ? unchanged : {}),
      ...(typeof schema.response === 'object' ? schema.response : {}),
      ...answers,
    },
    'x-rate-limit': { requests: limit.max * config.rateLimitScale, seconds: limit.seconds, per: 'caller' },
  } as FastifySchema;
}

const ungated = new Set(['/healthz', '/readyz', '/api/openapi.json', '/api/errors']);

/** Reads behind the gate have an ETag. Streamed CSV has none. */
const isTagged = (method: string, url: string, access: Access | undefined): boolean =>
  method === 'GET' && access !== 'metrics' && !ungated.has(url) && !url.endsWith('.csv');

const unchanged = { 304: Empty('Unchanged since the answer that `If-None-Match` names.') };

function securityOf(access: Access | undefined, stepUp: boolean): object {
  if (access === undefined || openToVisitors.has(access)) return {};
  if (access === 'metrics') return { security: [{ bearer: [] }] };
  const session = { session: [] };
  return {
    security:
      stepUp || access === 'browser' || access === 'fresh' ? [session] : [{ token: [] }, { bearer: [] }, session],
  };
}

/** The request headers that lead to these codes are documented on routes that declare the code. */
const headerOf: Partial<Record<ErrorCode, [name: string, description: string]>> = {
  idempotency_key_reused: [
    'idempotency-key',
    'Up to 200 visible characters of your choice. A request repeated with its key within 24 hours is carried out once.',
  ],
  stale: ['if-match', 'The `ETag` of what you read; 412 when it has changed since.'],
};

function requestHeaders(problems: readonly ErrorCode[]): object {
  const headers = problems.flatMap((code) => (headerOf[code] === undefined ? [] : [headerOf[code]]));
  if (headers.length === 0) return {};
  const properties = Object.fromEntries(headers.map(([name, description]) => [name, { type: 'string', description }]));
  return { headers: { type: 'object', properties } };
}

function limitOf(url: string): Limit {
  if (url === '/api/token') return limits.token;
  if (url.startsWith('/api/sign-in')) return limits.signIn;
  return /^(?:\/api)?\/members/.test(url) ? limits.listing : limits.general;
}

function problemAnswer(status: number) {
  const codes = Object.entries(catalogue).filter(([, [codeStatus]]) => codeStatus === status);
  const text = codes.map(([code, [, title]]) => `\`${code}\`: ${title}`).join('. ');
  return { description: text, content: { 'application/problem+json': { schema: { $ref: 'Problem#' } } } };
}

type Document = { paths?: object; components?: { schemas?: object } };

/** Adds an example to each body and response, built from the examples of the fields. */
function withExamples<T extends Document>(document: T): T {
  const definitions: Record<string, unknown> = { ...document.components?.schemas };
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('schema' in node && !('in' in node) && !('example' in node)) {
      // Do not descend: an example or schema may itself have a field called `schema`.
      Object.assign(node, { example: exampleOf(node.schema, definitions) });
      return;
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(document.paths);
  return document;
}
