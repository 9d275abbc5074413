import type { IncomingMessage, ServerResponse } from 'node:http';
import { newRequestId } from './request-id.ts';

/** Writes a response whose bytes are ready. */
type PreparedResponse = (request: IncomingMessage, response: ServerResponse, requestId: string) => void;
/** `find` gets what follows the prefix, and returns nothing when the route itself must answer. */
export type FastRoute = { prefix: string; route: string; find: (rest: string) => PreparedResponse | undefined };
type Served = { id: string; method: string; route: string; status: number; ms: number };
type Options = {
  routes: readonly FastRoute[];
  isWithinLimit: (request: IncomingMessage) => boolean;
  record: (served: Served) => void;
};

export type FastPath = {
  /** Whether the request is for one of the routes, ready or not. */
  covers: (request: IncomingMessage) => boolean;
  /** False when the request must go through the framework. */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean;
};

/**
 * Serves prepared responses to anonymous GET requests without the framework, whose overhead is larger than the response
 * itself. Everything else is left to the routes, which send the same responses.
 */
export function fastPath({ routes, isWithinLimit, record }: Options): FastPath {
  const routeOf = ({ url = '' }: IncomingMessage) => routes.find(({ prefix }) => url.startsWith(prefix));
  return {
    covers: (request) => routeOf(request) !== undefined,
    answer: (request, response) => {
      const { method, url = '', headers } = request;
      if (method !== 'GET' || headers.authorization !== undefined) return false;
      const found = routeOf(request);
      const write = found?.find(url.slice(found.prefix.length));
      if (found === undefined || write === undefined || !isWithinLimit(request)) return false;
      const { arrivedAt = performance.now() } = request;
      const id = newRequestId();
      response.on('close', () => {
        const ms = performance.now() - arrivedAt;
        record({ id, method, route: found.route, status: response.statusCode, ms });
      });
      write(request, response, id);
      return true;
    },
  };
}
