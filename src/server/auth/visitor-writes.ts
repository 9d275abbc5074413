import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { requireSameOrigin } from './gate.ts';
import { limits, visitorKey } from './rate-limits.ts';
import type { Limiter } from './rate-limits.ts';

/**
 * For writes that need no sign-in, such as signing in. Another site must not send them from somebody's browser, for
 * example to sign it in to another account (login CSRF): browsers send `Origin` with every POST, programs need not.
 * Counted before anything is looked up, so that guessing is limited.
 */
export async function admitVisitorWrite(
  { config, limiter }: { config: Config; limiter: Limiter },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (request.headers.origin !== undefined) requireSameOrigin(request, config);
  await limiter.shared(reply, limits.signIn, visitorKey(request));
}
