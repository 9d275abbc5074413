import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { RouteAccess } from '../../auth/access.ts';
import { catalogue, fail, Problem, problemBody } from '../../errors.ts';
import type { ErrorCode } from '../../errors.ts';
import { randomText } from '../../lib/secrets.ts';
import { apiHeaders } from '../../lib/security-headers.ts';

export const maxParameterLength = 500;

const notPages = /^\/(api|assets|members)(\/|$)/i;

const pageLike = /^(?:\/[\w-]+)+\/?$/;

/**
 * Whether a path is asked for as a page. Programs such as curl and link previews accept anything: they get pages, but
 * not in place of a file, or of a path of the API that is written oddly.
 */
export function asksForPage({ url, headers: { accept = '*/*' } }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? '';
  if (notPages.test(path)) return false;
  return path === '/' || accept.includes('text/html') || (accept.includes('*/*') && pageLike.test(path));
}

/** 405 with `Allow` for a known path with another method, otherwise 404. */
export function answerUnknown(routes: readonly RouteAccess[]) {
  return (request: FastifyRequest): never => {
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = new Set(routes.filter(({ url }) => matches(url, path)).map(({ method }) => method));
    if (methods.has(request.method)) {
      // The route exists, but the router skips parameters that are too long.
      return fail(
        path.split('/').some((part) => part.length > maxParameterLength) ? 'address_too_long' : 'no_such_route',
      );
    }
    if (methods.size === 0) return fail('no_such_route');
    if (methods.has('GET')) methods.add('HEAD');
    return fail('method_not_allowed', { headers: { allow: [...methods].toSorted().join(', ') } });
  };
}

function matches(pattern: string, path: string): boolean {
  if (pattern.includes('*')) return false;
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, i) => part === given[i] || (part.startsWith(':') && given[i] !== ''))
  );
}

const byNodeCode: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'header_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too_slow',
};

/** Malformed HTTP never reaches a route, but still gets a problem response. */
export function clientErrorHandler(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const problem = new Problem(byNodeCode[error.code ?? ''] ?? 'malformed_request');
  const [status, title] = catalogue[problem.code];
  const body = JSON.stringify(problemBody(problem, randomText(10)));
  const fields = {
    ...apiHeaders,
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${title.split(';')[0]}\r\n${lines.join('')}\r\n${body}`);
}
