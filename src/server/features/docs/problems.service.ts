import type { FastifyContextConfig, FastifySchema } from 'fastify';
import { openToVisitors } from '../../auth/access.ts';
import { catalogue } from '../../errors.ts';
import type { ErrorCode } from '../../errors.ts';

export type Operation = { url: string; method: string; schema: FastifySchema; config: FastifyContextConfig };

/** Routes that identify nobody. */
export const ungated: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/api/openapi.json', '/api/errors']);

/** The errors of every operation, which the description of the document lists once. */
export const everywhere: readonly ErrorCode[] = [
  'malformed_request',
  'desk_only',
  'malformed_body',
  'too_slow',
  'too_large',
  'address_too_long',
  'wrong_type',
  'too_many_requests',
  'header_too_large',
  'internal',
  'overloaded',
  'unavailable',
];

const badTokens: ErrorCode[] = ['malformed_token', 'unknown_token', 'expired_token', 'revoked_token', 'suspended'];

/** What follows from the access and the input of a route, and what the route itself declares. */
export function codesOf({ url, method, schema, config }: Operation): ErrorCode[] {
  const { access, scope, alsoArchived, stepUp = false, readsPrivate = false, problems = [] } = config;
  const has = (part: string) => part in schema;
  const writes = method !== 'GET';
  const guarded = access !== undefined && !openToVisitors.has(access);
  const onlyBrowsers = stepUp || access === 'browser' || access === 'fresh';
  const when = (condition: boolean, ...codes: ErrorCode[]): ErrorCode[] => (condition ? codes : []);
  return [
    ...new Set([
      ...when(has('body') || has('querystring') || has('params'), 'invalid_input'),
      ...when(guarded, 'not_signed_in'),
      ...when(!ungated.has(url), ...badTokens),
      // Reads that need a sign-in, too: with a cookie they must not come from another site.
      ...when(writes || guarded, 'cross_origin'),
      ...when(guarded, 'forbidden', 'passkey_required'),
      ...when(writes, 'read_only_token'),
      ...when(scope !== undefined || guarded, 'scope_missing'),
      ...when(scope !== undefined, 'other_project'),
      ...when(onlyBrowsers, 'browser_only', 'sign_in_again'),
      ...when(readsPrivate, 'private_scope_required'),
      ...when(has('params') || url === '/api/members', 'not_found'),
      ...when(writes && /^(?:project|team):/.test(access ?? '') && alsoArchived !== true, 'project_archived'),
      ...when(url === '/readyz', 'unavailable'),
      ...problems,
    ]),
  ];
}

/** One response for each status, with the codes that it can have. */
export function problemResponses(codes: readonly ErrorCode[]) {
  const byStatus = Map.groupBy(codes, (code) => catalogue[code][0]);
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, own]) => [
        status,
        {
          description: own.map((code) => `\`${code}\`: ${catalogue[code][1]}.`).join(' '),
          content: { 'application/problem+json': { schema: { $ref: 'Problem#' } } },
        },
      ]),
  );
}
