import { addresses } from './operations.ts';
import type { Operations, Problem } from './operations.ts';

export type * from './operations.ts';

export type ClientOptions = {
  /** Address of the service, such as `https://muster.example.org`; empty on its own pages. */
  baseUrl: string;
  /** An API token. Not needed on Muster's own pages, which use the session cookie. */
  token?: string;
  /** Tests and custom transports replace it. */
  fetch?: typeof fetch;
};

type Input<K extends keyof Operations> = Operations[K]['input'];
type Parts = {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  headers?: Record<string, string | undefined>;
  body?: unknown;
};

/** A response with its ETag, to send as `if-match` with a change. */
export type Answer<K extends keyof Operations> = {
  body: Operations[K]['answer'];
  etag: string | undefined;
  /** With this identifier, a change of one task can be undone (`undo_planning_step`). */
  planningStep: string | undefined;
  /** Server time; the local clock may be wrong. */
  answeredAtMs: number;
};

/** An error response; `code` is stable. Without a response: status 0 and code `network`. */
export class ApiProblem extends Error {
  readonly problem: Problem;
  readonly retryAfterSeconds: number | undefined;

  constructor(problem: Problem, retryAfterSeconds?: number) {
    super(problem.detail);
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get status(): number {
    return this.problem.status;
  }

  get code(): string {
    return this.problem.code;
  }

  get errors(): readonly { pointer: string; detail: string }[] {
    return this.problem.errors ?? [];
  }

  /** What the error is about, such as the skills that are missing. */
  get names(): readonly string[] {
    return this.problem.names ?? [];
  }

  /** The limit of the rule that was broken. */
  get minutes(): number | undefined {
    return this.problem.minutes;
  }

  /** The name of the kind of task whose rule it is. */
  get kind(): string | undefined {
    return this.problem.kind;
  }

  /** Attendees who could not stay on a changed task. */
  get people(): NonNullable<Problem['people']> {
    return this.problem.people ?? [];
  }

  get requestId(): string {
    return this.problem.request_id;
  }

  /** Whether the error is about this field of the body. */
  hasErrorFor(field: string): boolean {
    return this.errors.some(({ pointer }) => pointer === `/${field}`);
  }
}

export type Client = {
  call: <K extends keyof Operations>(operation: K, input: Input<K>) => Promise<Operations[K]['answer']>;
  /** Like `call`, with the response's ETag. */
  read: <K extends keyof Operations>(operation: K, input: Input<K>) => Promise<Answer<K>>;
};

export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? ((...request: Parameters<typeof fetch>) => fetch(...request));
  const request = (operation: keyof Operations, { path: segments = {}, query = {}, headers = {}, body }: Parts) => {
    const [method, path] = addresses[operation];
    const given = Object.entries(headers).filter((field): field is [string, string] => field[1] !== undefined);
    return send(`${options.baseUrl}${fillIn(path, segments)}${search(query)}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...Object.fromEntries(given),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };
  const read: Client['read'] = async (operation, input) => {
    const response = await orNetworkError(request(operation, input as Parts));
    if (!response.ok) throw await orNetworkError(problemOf(response));
    return {
      body: await orNetworkError(bodyOf(response)),
      etag: response.headers.get('etag') ?? undefined,
      planningStep: response.headers.get('planning-step') ?? undefined,
      answeredAtMs: serverTimeMs(response),
    };
  };
  return { read, call: async (operation, input) => (await read(operation, input)).body };
}

const fillIn = (path: string, segments: Record<string, string | number>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(segments[name] ?? '')));

function search(query: Record<string, unknown>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}

// Responses are not validated: the client trusts the service's OpenAPI document.
async function bodyOf<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T;
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return (isJson ? await response.json() : await response.text()) as T;
}

/** A missing response and one that breaks off are the same error for the caller. */
async function orNetworkError<T>(response: Promise<T>): Promise<T> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ApiProblem) throw error;
    throw new ApiProblem(localProblem(0, 'network', error instanceof Error ? error.message : String(error)));
  }
}

/** The Date header has no fraction of a second; 999 ms are added so that no deadline is shown too late. */
function serverTimeMs({ headers }: Response): number {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? Date.now() : date + 999;
}

const localProblem = (status: number, code: string, detail: string, request_id = ''): Problem => ({
  type: 'about:blank',
  title: detail,
  status,
  detail,
  code,
  request_id,
});

export async function problemOf(response: Response): Promise<ApiProblem> {
  const { status, statusText, headers } = response;
  const isProblem = headers.get('content-type')?.includes('problem+json') ?? false;
  const problem = isProblem
    ? ((await response.json()) as Problem)
    : localProblem(status, 'unknown', statusText, headers.get('x-request-id') ?? '');
  return new ApiProblem(problem, Number.parseInt(headers.get('retry-after') ?? '', 10) || undefined);
}
