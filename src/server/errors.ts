import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDbUnavailable } from './lib/db-unavailable.ts';
import { errorFields } from './lib/error-fields.ts';
import { apiHeaders } from './lib/security-headers.ts';

/** Every error code with its HTTP status and public title. docs/errors.md is generated from this. */
export const catalogue = {
  invalid_input: [400, 'The input is not valid'],
  malformed_body: [400, 'The request body could not be parsed'],
  malformed_request: [400, 'The request could not be parsed'],
  not_signed_in: [401, 'Authentication is required: sign in or send an API token'],
  malformed_token: [401, 'The Authorization header does not contain an API token'],
  unknown_token: [401, 'The API token is unknown'],
  expired_token: [401, 'The API token has expired'],
  revoked_token: [401, 'The API token has been revoked'],
  suspended: [401, 'This account is suspended'],
  invalid_credentials: [401, 'The username and password are wrong, expired or already used'],
  invalid_link: [401, 'The link is not valid, has expired or was already used'],
  invalid_code: [401, 'The code is wrong, has expired or was already used'],
  invalid_passkey: [401, 'Sign-in with this passkey failed'],
  passkey_blocked: [401, 'This passkey was reported and is blocked'],
  forbidden: [403, 'The caller is not allowed to do this'],
  sign_in_again: [403, 'This requires a sign-in or a passkey confirmation within the last 15 minutes'],
  passkey_required: [403, 'Administrators and owners must confirm with a passkey first'],
  registration_closed: [403, 'New accounts need an invitation'],
  factors_frozen: [403, 'Sign-in settings of this account are frozen after a reported change'],
  browser_only: [403, 'This is only possible in a signed-in browser'],
  private_scope_required: [403, 'The API token lacks the scope private:read'],
  desk_only: [403, 'A device can only be used at the desk of its project'],
  scope_missing: [403, 'The token lacks the required scope'],
  other_project: [403, 'The token is for another project'],
  read_only_token: [403, 'The API token is read-only'],
  cross_origin: [403, 'A request with a cookie must come from a page of this service'],
  not_found: [404, 'The resource was not found'],
  no_such_route: [404, 'No resource exists at this path'],
  not_acceptable: [406, 'None of the requested content types is available'],
  method_not_allowed: [405, 'The method is not allowed at this path'],
  too_slow: [408, 'The request did not arrive in time'],
  confirm_sign_in: [409, 'The link was requested elsewhere, or somebody is signed in: confirm the account first'],
  conflict: [409, 'The request conflicts with the current state'],
  already_exists: [409, 'The resource already exists'],
  last_owner: [409, 'The last owner of a project cannot leave; add another owner first'],
  project_archived: [409, 'The project is archived and cannot be changed'],
  project_not_draft: [409, 'Only a draft can be deleted'],
  project_has_data: [409, 'People have entered data in the project; use force to delete it'],
  last_administrator: [409, 'The last administrator cannot be removed; appoint another one first'],
  team_full: [409, 'The team is full'],
  team_disabled: [409, 'The team is disabled'],
  already_member: [409, 'At least one of the people is already in the team'],
  applications_closed: [409, 'The team does not accept applications'],
  call_closed: [409, 'People can not apply now'],
  too_many_applications: [409, 'The person has reached the limit of open applications'],
  task_full: [409, 'The task is full'],
  task_overlap: [409, 'The person has another task at that time'],
  not_qualified: [409, 'The person lacks a skill that the task needs'],
  certificate_not_wanted: [409, 'The person wants no certificate'],
  document_missing: [409, 'The person has not signed a document that is needed'],
  document_changed: [409, 'The document has a newer version; read and sign that one'],
  too_young: [409, 'The person is too young for the task'],
  not_possible: [409, "The person can't take the task, for reasons that only they see"],
  birthday_unknown: [409, 'The age of the person is needed, and they have not entered a birthday'],
  too_late_for_age: [409, 'The task ends too late for a person of this age'],
  guardian_missing: [409, 'A guardian of the person has not agreed'],
  works_too_long: [409, 'The person would work too long without a break'],
  too_little_rest: [409, 'The person would have too little rest between two tasks'],
  swap_impossible: [409, 'The person who offered the swap can no longer take the task that they want in return'],
  not_open_yet: [409, 'People cannot join the task yet'],
  planners_only: [409, 'Only owners and chiefs can assign people to this task'],
  too_late_to_leave: [409, 'It is too late to leave the task; ask its chief'],
  places_lost: [409, 'People would lose their place in a task; release=true removes and notifies them'],
  step_overtaken: [409, 'Something has changed since then, so the step cannot be undone'],
  room_full: [409, 'The room has no free bed in at least one of the nights'],
  room_kind: [409, 'The person has not accepted rooms of this kind'],
  step_undone: [409, 'The step has already been undone'],
  barcode_taken: [409, 'Another thing of the project has this barcode'],
  no_task_here: [409, 'The person has no task at this location now'],
  task_has_attendees: [409, 'People have already joined the task'],
  draft_running: [409, 'A draft plan of this project is already being generated'],
  draft_not_ready: [409, 'The draft plan is not ready, or was applied or discarded'],
  message_not_draft: [409, 'The message is no longer a draft'],
  message_ended: [409, 'The message has been sent or cancelled'],
  claim_decided: [409, 'The claim has been decided, or cannot be changed now'],
  over_budget: [409, 'The claim is more than is left of its budget; an owner can approve it'],
  webhook_disabled: [409, 'The webhook is switched off'],
  form_closed: [409, 'The form is not open'],
  form_has_responses: [409, 'The form already has responses'],
  subsidies_needed: [409, 'A travel money form is open; switch it off before you empty its table'],
  no_subsidies: [409, 'The project has no travel money table yet; fill it in before opening the form'],
  consent_differs: [409, 'The consent does not match what the form shares'],
  not_passed_on: [409, 'The form does not share this data'],
  cursor_expired: [410, 'The cursor is too old, or newer than a restored backup: start again without it'],
  stale: [412, 'The resource has changed since it was read'],
  too_large: [413, 'The request body is too large'],
  address_too_long: [414, 'The URL is too long'],
  wrong_type: [415, 'The content type of the body is not supported'],
  no_such_range: [416, 'The requested range does not exist'],
  not_allowed: [422, 'A rule does not allow this'],
  not_sepa: [422, 'SEPA transfers cannot pay everybody in the payout'],
  payer_missing: [422, 'The account that the project pays from is missing'],
  empty_audience: [422, 'Nobody is in the audience'],
  no_hours: [422, 'There are no hours to certify'],
  name_not_printable: [422, 'The name has characters that cannot be printed'],
  unknown_person: [422, 'The person does not exist'],
  invalid_recovery_code: [422, 'The recovery code is wrong or was already used'],
  passkey_refused: [422, 'The passkey could not be verified'],
  url_refused: [422, 'The URL must begin with https:// and belong to a public address'],
  idempotency_key_reused: [422, 'The Idempotency-Key was already used for a different request'],
  too_many_requests: [429, 'Too many requests; try again later'],
  header_too_large: [431, 'The request headers are too large'],
  internal: [500, 'Something went wrong on our side'],
  provider_unavailable: [503, 'The sign-in provider is unavailable or returned an invalid response'],
  overloaded: [503, 'The service is overloaded; try again later'],
  unavailable: [503, 'The service is temporarily unavailable; try again later'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof catalogue;
export type FieldError = { pointer: string; detail: string };
/** An attendee who is in the way of a change, and their tasks that the caller may know of. */
export type ConcernedPerson = { uid: string; name: string; tasks: string[] };
/** A document to sign, and its page. */
export type MissingDocument = { id: string; title: string; page: string };
type ProblemOptions = {
  detail?: string;
  names?: string[];
  minutes?: number;
  kind?: string;
  people?: ConcernedPerson[];
  documents?: MissingDocument[];
  errors?: FieldError[];
  headers?: Record<string, string>;
};

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

/** For a rule about one field that a schema cannot express. */
export const failField = (pointer: string, detail: string): never =>
  fail('invalid_input', { detail, errors: [{ pointer, detail }] });

/** For rules about several fields: names those that break one, if there are any. */
export function requireNone(errors: FieldError[]): void {
  if (errors[0] !== undefined) fail('invalid_input', { detail: `${errors[0].pointer} ${errors[0].detail}`, errors });
}

/** For a field whose value is valid, but not allowed here and now. */
export const refuseField = (pointer: string, detail: string): never =>
  fail('not_allowed', { detail, errors: [{ pointer, detail }] });

/** The fields are those of RFC 9457. */
export function problemBody(problem: Problem, requestId: string) {
  const [status, title] = catalogue[problem.code];
  const { names, minutes, kind, people, documents, errors } = problem.options;
  return {
    type: `/api/errors#${problem.code}`,
    title,
    status,
    detail: problem.message,
    code: problem.code,
    ...(names === undefined ? {} : { names }),
    ...(minutes === undefined ? {} : { minutes }),
    ...(kind === undefined ? {} : { kind }),
    ...(people === undefined ? {} : { people }),
    ...(documents === undefined ? {} : { documents }),
    ...(errors === undefined ? {} : { errors }),
    request_id: requestId,
  };
}

/** Error codes of the framework. Unknown codes are our bug: 500. */
const fromFramework: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_type',
  FST_ERR_CTP_INVALID_TYPE: 'wrong_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_body',
  FST_ERR_BAD_URL: 'malformed_request',
  FST_ERR_MAX_URL_LENGTH: 'address_too_long',
  FST_ERR_MAX_PARAM_LENGTH: 'address_too_long',
  FST_ERR_ROUTE_METHOD_NOT_SUPPORTED: 'method_not_allowed',
};

/** For library errors that only have a status: static files and bodies that cannot be parsed. */
const byStatus: Record<number, ErrorCode> = {
  400: 'malformed_body',
  403: 'no_such_route',
  404: 'no_such_route',
  412: 'stale',
  416: 'no_such_range',
};

const maxPointerLength = 500;

function pointerOf(scope: string, path: string, params: Record<string, unknown>): string {
  const missing = params['missingProperty'] ?? params['additionalProperty'];
  const tail = typeof missing === 'string' ? `/${missing.replaceAll('~', '~0').replaceAll('/', '~1')}` : '';
  // The caller chooses the name of an unknown field, so it can have any length.
  return `${scope === 'body' ? '' : `/${scope}`}${path}${tail}`.slice(0, maxPointerLength).toWellFormed();
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

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (!(error instanceof Error)) return new Problem('internal');
  const { validation, code, statusCode } = error as FastifyError;
  if (validation !== undefined) return fromValidation(error as FastifyError);
  const known = fromFramework[code];
  if (known !== undefined) return new Problem(known);
  const fromStatus = byStatus[statusCode ?? 0];
  if (fromStatus !== undefined) return new Problem(fromStatus);
  if (statusCode === 503 || isDbUnavailable(error))
    return new Problem('unavailable', { headers: { 'retry-after': '5' } });
  return new Problem('internal');
}

export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = toProblem(error);
  const [status] = catalogue[problem.code];
  // The original error goes to the log only, without any input it quotes. Unavailability is logged once elsewhere, not
  // by every request.
  if (problem.code === 'internal') request.log.error({ err: errorFields(error) }, 'request failed');
  reply.headers(apiHeaders).headers({ 'cache-control': 'no-store', 'x-request-id': request.id });
  if (status === 401) reply.header('www-authenticate', challenge(problem.code));
  if (problem.options.headers !== undefined) reply.headers(problem.options.headers);
  if (!request.raw.complete) discardRest(request, reply);
  reply.code(status).type('application/problem+json').send(problemBody(problem, request.id));
}

/**
 * Reads the rest of a body that is refused, at most until the time limit of the request, instead of closing the connection: a
 * close while the client still sends is a reset, and it would not see the answer; nginx makes a 502 of it.
 */
function discardRest({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection');
  raw.resume();
}

/** RFC 6750: no error attribute when the request has no credentials. */
function challenge(code: ErrorCode): string {
  const realm = 'Bearer realm="muster"';
  return code === 'not_signed_in' ? realm : `${realm}, error="invalid_token", error_description="${code}"`;
}
