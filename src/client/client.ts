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
export type Answer<K extends keyof Operations> = { body: Operations[K]['answer']; etag: string | null };

/** What the service says went wrong; `problem.code` is stable. */
export class ApiProblem extends Error {
  readonly problem: Problem;
  readonly retryAfterSeconds: number | null;

  constructor(problem: Problem, retryAfterSeconds: number | null) {
    super(problem.detail);
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export type Client = {
  call: <K extends keyof Operations>(operation: K, input: Input<K>) => Promise<Operations[K]['answer']>;
  /** The same, with the answer's ETag. */
  read: <K extends keyof Operations>(operation: K, input: Input<K>) => Promise<Answer<K>>;
};

export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? ((...request: Parameters<typeof fetch>) => fetch(...request));
  const read: Client['read'] = async (operation, input) => {
    const [method, path] = addresses[operation];
    const { path: segments = {}, query = {}, headers = {}, body } = input as Parts;
    const response = await send(`${options.baseUrl}${fillIn(path, segments)}${search(query)}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...Object.fromEntries(
          Object.entries(headers).filter((field): field is [string, string] => field[1] !== undefined),
        ),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw await problemOf(response);
    return { body: await bodyOf(response), etag: response.headers.get('etag') };
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

async function problemOf(response: Response): Promise<ApiProblem> {
  const retryAfter = response.headers.get('retry-after');
  const problem = response.headers.get('content-type')?.includes('problem+json')
    ? ((await response.json()) as Problem)
    : {
        type: 'about:blank',
        title: response.statusText,
        status: response.status,
        detail: response.statusText,
        code: 'unknown',
        request_id: '',
      };
  return new ApiProblem(problem, retryAfter === null ? null : Number(retryAfter));
}
