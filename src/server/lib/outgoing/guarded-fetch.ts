import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { readPackage } from '../package.ts';
import { checkDestination, isPublicAddress } from './destination.ts';
import type { Destination, InternalHost, Refusal } from './destination.ts';

/** Why no answer was received. Contains nothing of the URL, so it can be stored and logged. */
export type FetchFailure = Refusal | 'unknown_host' | 'timeout' | 'certificate' | 'connection' | 'bad_response';

export class FetchFailed extends Error {
  readonly code: FetchFailure;

  constructor(code: FetchFailure) {
    super(`the request failed: ${code}`);
    this.code = code;
  }
}

export type FetchOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** The limit of the whole exchange, from the look-up to the end of the response. */
  timeoutMs?: number;
  /** The rest of a longer response is dropped. */
  maxResponseBytes?: number;
  signal?: AbortSignal;
};
/** `body` is what was read of it. A redirect is a response like any other. */
export type FetchedResponse = {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
};

export type GuardedFetch = ReturnType<typeof createGuardedFetch>;

type Settings = { internalHosts: readonly InternalHost[]; resolve?: Resolve };

const defaultTimeoutMs = 10_000;
const defaultResponseBytes = 16_384;
/** Less than the 5 seconds after which many servers close an idle connection. */
const idleMs = 4000;
const userAgent = `Muster/${readPackage().version}`;

/**
 * For every connection to an address that a user typed. https and public addresses only, unless the operator allows
 * the host; any port. The name is resolved once per connection, and the connection goes to the addresses that were
 * checked. No redirects, cookies or proxies.
 */
export function createGuardedFetch({ internalHosts, resolve = publicResolver() }: Settings) {
  const pool = { keepAlive: true, maxFreeSockets: 16, timeout: idleMs, autoSelectFamily: true };
  const agents = {
    public: new HttpsAgent({ ...pool, lookup: guardedLookup(resolve) }),
    internalHttps: new HttpsAgent(pool),
    internalHttp: new HttpAgent(pool),
  };

  const open = ({ url, internal }: Destination, options: RequestOptions): ClientRequest => {
    if (url.protocol === 'http:') return httpRequest(url, { ...options, agent: agents.internalHttp });
    return httpsRequest(url, { ...options, agent: internal ? agents.internalHttps : agents.public });
  };

  return async function guardedFetch(address: string, options: FetchOptions = {}): Promise<FetchedResponse> {
    const destination = checkDestination(address, internalHosts);
    if (typeof destination === 'string') throw new FetchFailed(destination);
    const {
      method = 'GET',
      headers = {},
      body,
      timeoutMs = defaultTimeoutMs,
      maxResponseBytes = defaultResponseBytes,
    } = options;
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = options.signal === undefined ? deadline : AbortSignal.any([deadline, options.signal]);
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const request = open(destination, { method, signal, headers: { 'user-agent': userAgent, ...headers, ...length } });
    try {
      const response = await responseTo(request, body);
      return {
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: await beginningOf(response, maxResponseBytes),
      };
    } catch (error) {
      throw new FetchFailed(failureOf(error, deadline));
    }
  };
}

const responseTo = (request: ClientRequest, body: string | Uint8Array | undefined): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    // Also called after the response has arrived, when the connection breaks or the time is up.
    request.on('error', reject);
    request.on('response', resolve);
    request.end(body);
  });

/** The status already tells whether the request was accepted, so a body that is cut off is not an error. */
async function beginningOf(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      if (!Buffer.isBuffer(chunk)) break;
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxBytes) break;
    }
  } catch {
    // Ended by the time limit or the other side.
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8');
}

const failures: Readonly<Record<string, FetchFailure>> = {
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
  ETIMEDOUT: 'timeout',
};

function failureOf(error: unknown, deadline: AbortSignal): FetchFailure {
  if (deadline.aborted) return 'timeout';
  if (error instanceof AddressRefused) return 'not_public';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('HPE_')) return 'bad_response';
  if (/CERT|SELF_SIGNED|^ERR_(?:TLS|SSL)|UNABLE_TO/.test(code)) return 'certificate';
  return failures[code] ?? 'connection';
}

/** All addresses of a name. */
type Resolve = (hostname: string) => Promise<string[]>;

/** The name has an address that is not public. */
export class AddressRefused extends Error {
  readonly code = 'EREFUSED_ADDRESS';
}

/**
 * Not `dns.lookup`: it occupies one of few threads that database connections need as well, so names whose server never
 * answers would block them.
 */
function publicResolver(): Resolve {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  return async (hostname) => {
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  };
}

/**
 * For `net.connect`, which connects to the very addresses that were checked here: a name that resolves differently the
 * next time gains nothing. One address that is not public is enough to refuse the name.
 */
export const guardedLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, _options, done) => {
    const fail = (error: Error) => done(error, []);
    resolve(hostname).then((addresses) => {
      if (addresses.length === 0)
        return fail(Object.assign(new Error('the name has no address'), { code: 'ENOTFOUND' }));
      if (!addresses.every(isPublicAddress))
        return fail(new AddressRefused('the name has an address that is not public'));
      return done(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      );
    }, fail);
  };
