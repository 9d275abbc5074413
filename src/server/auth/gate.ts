import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { fail } from '../errors.ts';
import type { Access } from './access.ts';
import type { Authenticator, Person } from './caller.ts';
import { limits, visitorKey } from './limits.ts';
import type { Limiter } from './limits.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The first lock: who is calling, how often, and whether this route is open to them at all. */
export function gate(authenticator: Authenticator, limiter: Limiter, config: Config) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const caller = await identifyOrCount(authenticator, limiter, request, reply);
    request.caller = caller;
    limiter.here(reply, limits.general, caller?.uid ?? visitorKey(request));
    admit(request.routeOptions.config.access ?? 'browser', caller);
    if (caller !== null && !safeMethods.has(request.method)) guardWrite(request, caller, config);
  };
}

/** Guessing tokens counts against the guesser's address, however many tokens are tried. */
async function identifyOrCount(
  authenticator: Authenticator,
  limiter: Limiter,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Person | null> {
  try {
    return await authenticator.identify(request);
  } catch (error) {
    limiter.here(reply, limits.general, visitorKey(request));
    throw error;
  }
}

function admit(access: Access, caller: Person | null): void {
  if (access === 'public') return;
  if (caller === null) fail('not_signed_in');
  if (access === 'browser' && caller.credential.kind !== 'session') fail('browser_only');
}

function guardWrite(request: FastifyRequest, caller: Person, config: Config): void {
  if (!caller.credential.mayWrite) fail('read_only_token');
  if (caller.credential.kind === 'session') requireSameOrigin(request, config);
}

/** A browser attaches the cookie to whatever page asks; only our own pages may write with it. */
export function requireSameOrigin(request: FastifyRequest, config: Config): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin') fail('cross_origin');
    return;
  }
  const origin = URL.parse(request.headers.origin ?? '');
  const own =
    origin !== null && (origin.origin === new URL(config.baseUrl).origin || origin.host === request.headers.host);
  if (!own) fail('cross_origin');
}

/** Past `signed_in` there is always a caller; the type system cannot know it. */
export function callerOf(request: FastifyRequest): Person {
  return request.caller ?? fail('not_signed_in');
}
