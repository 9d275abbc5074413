import { addresses } from './operations.ts';
import type { Operations, Problem } from './operations.ts';

export type * from './operations.ts';

export type ClientOptions = {
  /** Where Muster is, such as `https://muster.example.org`; in its own pages, the empty string. */
  baseUrl: string;
  /** An API token. Browsers on Muster's own pages need none: they have the cookie. */
  token?: string;
  /** For tests and for special transports. */
  fetch?: typeof fetch;
};

type Input<K extends keyof Operations> = Operations[K]['input'];
type Parts = {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  headers?: Record<string, string | undefined>;
  body?: unknown;
};

/** An answer, with the tag to send as `if-match` when changing what was read. */
export type Answer<K extends keyof Operations> = {
  body: Operations[K]['answer'];
  etag: string | undefined;
  /** By the service's clock; this machine's may be wrong. */
  answeredAtMs: number;
};

/** What the service says went wrong; `code` is stable. Without any answer: status 0, code `network`. */
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

  get requestId(): string {
    return this.problem.request_id;
  }

  /** Whether the service complained about this field of the body. */
  complainsAbout(field: string): boolean {
    return this.errors.some(({ pointer }) => pointer === `/${field}`);
  }
}

export type Client = {
  call: <K extends keyof Operations>(operation: K, input: Input<K>) => Promise<Operations[K]['answer']>;
  /** The same, with the answer's ETag. */
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
    const response = await arrive(request(operation, input as Parts));
    if (!response.ok) throw await arrive(problemOf(response));
    return {
      body: await arrive(bodyOf(response)),
      etag: response.headers.get('etag') ?? undefined,
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

// The border of the network: what the service promises in its document is taken at its word here.
async function bodyOf<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T;
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return (isJson ? await response.json() : await response.text()) as T;
}

/** No answer, or one that breaks off, is one and the same to the caller: the way there is blocked. */
async function arrive<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiProblem) throw error;
    throw new ApiProblem(unexplained(0, 'network', error instanceof Error ? error.message : String(error)));
  }
}

/** The field drops fractions of a second; up to one is added, so that nothing is believed to last longer than it does. */
function serverTimeMs({ headers }: Response): number {
  const told = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(told) ? Date.now() : told + 999;
}

const unexplained = (status: number, code: string, detail: string, request_id = ''): Problem => ({
  type: 'about:blank',
  title: detail,
  status,
  detail,
  code,
  request_id,
});

async function problemOf(response: Response): Promise<ApiProblem> {
  const { status, statusText, headers } = response;
  const explained = headers.get('content-type')?.includes('problem+json') ?? false;
  const problem = explained
    ? ((await response.json()) as Problem)
    : unexplained(status, 'unknown', statusText, headers.get('x-request-id') ?? '');
  return new ApiProblem(problem, Number.parseInt(headers.get('retry-after') ?? '', 10) || undefined);
}
