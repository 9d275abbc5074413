import type { LinkRequest, SignedIn, SignInRequest } from '../server/features/sign-in/sign-in.schema.ts';
import type { ApiTokenPage, ExchangeCredentials } from '../server/features/tokens/tokens.schema.ts';
import type { Me } from '../server/features/people/people.schema.ts';

type FieldError = { pointer: string; detail: string };
type ProblemFields = {
  status: number;
  code: string;
  errors?: FieldError[];
  retryAfterSeconds?: number | undefined;
  requestId?: string;
};

/** What went wrong with a call, in one form: also when no answer came (status 0, code "network"). */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldError[];
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string;

  constructor({ status, code, errors = [], retryAfterSeconds, requestId = '' }: ProblemFields) {
    super(code);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.retryAfterSeconds = retryAfterSeconds;
    this.requestId = requestId;
  }

  /** Whether the server complained about this field of the body. */
  complainsAbout(field: string): boolean {
    return this.errors.some(({ pointer }) => pointer === `/${field}`);
  }
}

/** Fifteen seconds without an answer is as good as no connection. */
const patienceMs = 15_000;
const sessionEndedListeners = new Set<() => void>();

/** Called when a call finds that the person is no longer signed in. */
export function onSessionEnded(listener: () => void): () => void {
  sessionEndedListeners.add(listener);
  return () => void sessionEndedListeners.delete(listener);
}

type Call = { method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; body?: object };
type Answer<T> = { body: T; answeredAtMs: number };

async function call<T>(path: string, { method = 'GET', body }: Call = {}): Promise<Answer<T>> {
  const response = await send(path, {
    method,
    headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw await problemOf(response);
  const text = response.status === 204 ? '' : await response.text();
  return {
    body: (text === '' ? undefined : JSON.parse(text)) as T,
    answeredAtMs: Date.parse(response.headers.get('date') ?? '') || Date.now(),
  };
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...init, credentials: 'same-origin', signal: AbortSignal.timeout(patienceMs) });
  } catch {
    throw new ApiProblem({ status: 0, code: 'network' });
  }
}

async function problemOf(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null);
  const fields = isObject(body) ? body : {};
  const problem = new ApiProblem({
    status: response.status,
    code: typeof fields['code'] === 'string' ? fields['code'] : 'unknown',
    errors: Array.isArray(fields['errors']) ? fields['errors'].filter(isFieldError) : [],
    retryAfterSeconds: Number.parseInt(response.headers.get('retry-after') ?? '', 10) || undefined,
    requestId: response.headers.get('x-request-id') ?? '',
  });
  if (problem.code === 'not_signed_in') for (const listener of sessionEndedListeners) listener();
  return problem;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isFieldError = (value: unknown): value is FieldError =>
  isObject(value) && typeof value['pointer'] === 'string' && typeof value['detail'] === 'string';

/** The signed-in person, or null for a visitor. */
export async function fetchMe(): Promise<Me | null> {
  try {
    return (await call<Me>('/api/me')).body;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) return null;
    throw error;
  }
}

export async function requestSignInLink(request: LinkRequest): Promise<void> {
  await call('/api/sign-in/email', { method: 'POST', body: request });
}

export async function signIn(request: SignInRequest): Promise<SignedIn> {
  return (await call<SignedIn>('/api/sign-in', { method: 'POST', body: request })).body;
}

export async function signOut(): Promise<void> {
  await call('/api/sign-out', { method: 'POST' });
}

export type TimedCredentials = ExchangeCredentials & { validForMs: number; deadlineMs: number };

/** How long they remain valid is reckoned by the server's clock, as this device's may be wrong; the deadline is on ours. */
export async function makeCredentials(): Promise<TimedCredentials> {
  const { body, answeredAtMs } = await call<ExchangeCredentials>('/api/me/exchange-credentials', { method: 'POST' });
  const validForMs = Date.parse(body.expires_at) - answeredAtMs;
  return { ...body, validForMs, deadlineMs: Date.now() + validForMs };
}

export async function fetchTokens(cursor: string | null, limit: number): Promise<ApiTokenPage> {
  const query = new URLSearchParams({ limit: String(limit), ...(cursor === null ? {} : { cursor }) });
  return (await call<ApiTokenPage>(`/api/me/tokens?${query}`)).body;
}

export async function revokeToken(id: string): Promise<void> {
  await call(`/api/me/tokens/${encodeURIComponent(id)}`, { method: 'DELETE' });
}
