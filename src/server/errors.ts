import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDbUnavailable } from './lib/db-unavailable.ts';
import { errorFields } from './lib/error-fields.ts';
import { apiHeaders } from './lib/security-headers.ts';

/** Every code an answer can carry: its status and what it means. docs/errors.md is generated from this. */
export const catalogue = {
  invalid_input: [400, 'The input does not have the expected shape'],
  malformed_body: [400, 'The body could not be read'],
  malformed_request: [400, 'The request could not be read'],
  not_signed_in: [401, 'This needs a signed-in person or an API token'],
  malformed_token: [401, 'The Authorization header does not hold an API token'],
  unknown_token: [401, 'This API token is not known'],
  expired_token: [401, 'This API token has expired'],
  revoked_token: [401, 'This API token has been revoked'],
  suspended: [401, 'This account is suspended'],
  invalid_credentials: [401, 'The username and password cannot be exchanged for a token'],
  invalid_link: [401, 'This link is not valid, or no longer'],
  invalid_passkey: [401, 'This passkey does not sign anybody in'],
  forbidden: [403, 'The caller may not do this'],
  sign_in_again: [403, 'This needs a sign-in, or a confirmation by passkey, within the last 15 minutes'],
  passkey_required: [403, 'Administrators and owners confirm with a passkey first'],
  browser_only: [403, 'This can be done only in a signed-in browser'],
  read_only_token: [403, 'This API token may only read'],
  cross_origin: [403, 'A request with a cookie must come from a page of this service'],
  not_found: [404, 'There is no such thing'],
  no_such_route: [404, 'There is nothing at this address'],
  not_acceptable: [406, 'None of the forms that the caller takes can be given'],
  method_not_allowed: [405, 'This address does not take this method'],
  too_slow: [408, 'The request did not arrive in time'],
  conflict: [409, 'This conflicts with how things are'],
  already_exists: [409, 'This exists already'],
  last_owner: [409, 'The last owner of a project cannot leave; hand over first'],
  team_full: [409, 'The team has as many people as it may have'],
  team_disabled: [409, 'The team is disabled'],
  already_member: [409, 'Somebody is in the team already'],
  applications_closed: [409, 'The team does not take applications'],
  too_many_applications: [409, 'The person has as many open applications as they may have'],
  task_full: [409, 'All places of the task are taken'],
  task_overlap: [409, 'The person has another task at that time'],
  task_has_attendees: [409, 'People have joined this task'],
  form_closed: [409, 'The form is not open'],
  form_has_responses: [409, 'The form has been answered already'],
  consent_differs: [409, 'What the answer agrees to pass on is not what the form asks for'],
  not_passed_on: [409, 'The form does not pass this on'],
  stale: [412, 'It has been changed since it was read'],
  too_large: [413, 'The body is too large'],
  address_too_long: [414, 'The address is too long'],
  wrong_type: [415, 'The body is of a type that this address does not take'],
  no_such_range: [416, 'The file has no such part'],
  not_allowed: [422, 'A rule does not allow this'],
  unknown_person: [422, 'There is no such person'],
  passkey_refused: [422, 'The passkey did not answer the question that it was asked'],
  idempotency_key_reused: [422, 'This Idempotency-Key was used for another request'],
  too_many_requests: [429, 'Too many requests; try again later'],
  header_too_large: [431, 'The header fields are too large'],
  internal: [500, 'Something went wrong on our side'],
  provider_unavailable: [503, 'The other service that people sign in with does not answer as it should'],
  overloaded: [503, 'More is asked of the service than it can do just now; try again later'],
  unavailable: [503, 'The service cannot answer just now; try again later'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof catalogue;
export type FieldError = { pointer: string; detail: string };
type ProblemOptions = { detail?: string; errors?: FieldError[]; headers?: Record<string, string> };

export class Problem extends Error {
  readonly code: ErrorCode;
  readonly options: ProblemOptions;

  constructor(code: ErrorCode, options: ProblemOptions = {}) {
    super(options.detail ?? catalogue[code][1]);
    this.code = code;
    this.options = options;
  }
}

export function fail(code: ErrorCode, options: ProblemOptions = {}): never {
  throw new Problem(code, options);
}

/** A rule about one field that a schema cannot hold. */
export const failField = (pointer: string, detail: string): never =>
  fail('invalid_input', { detail, errors: [{ pointer, detail }] });

/** RFC 9457. */
export function problemBody(problem: Problem, requestId: string) {
  const [status, title] = catalogue[problem.code];
  return {
    type: `/api/errors#${problem.code}`,
    title,
    status,
    detail: problem.message,
    code: problem.code,
    ...(problem.options.errors === undefined ? {} : { errors: problem.options.errors }),
    request_id: requestId,
  };
}

/** What the framework or a library threw, in our words. Anything unknown is our own mistake: 500. */
const fromFramework: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_type',
  FST_ERR_CTP_INVALID_TYPE: 'wrong_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_body',
  FST_ERR_BAD_URL: 'malformed_request',
  FST_ERR_MAX_URL_LENGTH: 'address_too_long',
  FST_ERR_MAX_PARAM_LENGTH: 'address_too_long',
  FST_ERR_ROUTE_METHOD_NOT_SUPPORTED: 'method_not_allowed',
};

/** Errors of libraries that carry a status and no code of ours: those of files, and of bodies that cannot be read. */
const byStatus: Record<number, ErrorCode> = {
  400: 'malformed_body',
  403: 'no_such_route',
  404: 'no_such_route',
  412: 'stale',
  416: 'no_such_range',
};

const longestPointer = 500;

function pointerOf(scope: string, path: string, params: Record<string, unknown>): string {
  const missing = params['missingProperty'] ?? params['additionalProperty'];
  const tail = typeof missing === 'string' ? `/${missing.replaceAll('~', '~0').replaceAll('/', '~1')}` : '';
  // The name of an unknown field is the caller's own text, of any length.
  return `${scope === 'body' ? '' : `/${scope}`}${path}${tail}`.slice(0, longestPointer).toWellFormed();
}

function fromValidation(error: FastifyError): Problem {
  const scope = error.validationContext ?? 'body';
  const errors = (error.validation ?? []).slice(0, 20).map(({ instancePath, message, params, keyword }) => ({
    pointer: pointerOf(scope, instancePath, params),
    detail: keyword === 'additionalProperties' ? 'is not a known field' : (message ?? 'is not valid'),
  }));
  const first = errors[0];
  const where = scope === 'body' ? 'The body' : `The ${scope === 'querystring' ? 'query' : scope}`;
  return new Problem('invalid_input', {
    detail:
      first === undefined ? `${where} is not valid` : `${where} is not valid: ${first.pointer || '/'} ${first.detail}`,
    errors,
  });
}

export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (!(error instanceof Error)) return new Problem('internal');
  const { validation, code, statusCode } = error as FastifyError;
  if (validation !== undefined) return fromValidation(error as FastifyError);
  const known = fromFramework[code];
  if (known !== undefined) return new Problem(known);
  const told = byStatus[statusCode ?? 0];
  if (told !== undefined) return new Problem(told);
  if (statusCode === 503 || isDbUnavailable(error))
    return new Problem('unavailable', { headers: { 'retry-after': '5' } });
  return new Problem('internal');
}

export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = toProblem(error);
  const [status] = catalogue[problem.code];
  // The error as thrown goes to the log only, and without what it quotes of the input. That the service cannot answer
  // just now is told once, not by every request that finds it so.
  if (problem.code === 'internal') request.log.error({ err: errorFields(error) }, 'request failed');
  reply.headers(apiHeaders).headers({ 'cache-control': 'no-store', 'x-request-id': request.id });
  if (status === 401) reply.header('www-authenticate', challenge(problem.code));
  if (problem.options.headers !== undefined) reply.headers(problem.options.headers);
  reply.code(status).type('application/problem+json').send(problemBody(problem, request.id));
}

/** RFC 6750: no error attribute when the caller simply sent nothing. */
function challenge(code: ErrorCode): string {
  const realm = 'Bearer realm="muster"';
  return code === 'not_signed_in' ? realm : `${realm}, error="invalid_token", error_description="${code}"`;
}
