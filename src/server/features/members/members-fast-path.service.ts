import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { addressOf, limits, visitorKey } from '../../auth/rate-limits.ts';
import type { Limiter } from '../../auth/rate-limits.ts';
import type { Config } from '../../config.ts';
import type { Pressure, Strain } from '../../http/pressure.ts';
import { newRequestId } from '../../http/request-id.ts';
import type { Metrics } from '../health/health.service.ts';
import { writeListing } from './members-answer.service.ts';
import type { Address } from './members-answer.service.ts';
import type { Listings } from './members.service.ts';

declare module 'node:http' {
  interface IncomingMessage {
    /** When its header had been read; it may have waited for its turn since. */
    arrivedAt?: number;
  }
}

type Services = { listings: Listings; limiter: Limiter; metrics: Metrics; config: Config };
type Door = { prefix: string; route: string; address: Address };

/** How a listing is asked for nearly always. Whatever is put differently goes through the routes. */
const doors: readonly Door[] = [
  { prefix: '/api/members/', route: '/api/members/:pid', address: 'current' },
  { prefix: '/members/', route: '/members/:pid', address: 'current' },
  { prefix: '/api/members?pid=', route: '/api/members', address: 'deprecated' },
];

const doorOf = (url: string) => doors.find(({ prefix }) => url.startsWith(prefix));

/**
 * Hands out listings that lie ready, before the framework unpacks the request: what it does for a request costs
 * more than the answer. Everything else, and every doubt, is left to the routes, which give the same answers.
 */
export function listingFastPath({ listings, limiter, metrics, config }: Services) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '', headers } = request;
    if (method !== 'GET' || headers.authorization !== undefined) return false;
    const door = doorOf(url);
    if (door === undefined) return false;
    const listing = listings.fresh(url.slice(door.prefix.length));
    if (listing === undefined) return false;
    const visitor = visitorKey({ ip: addressOf(request, config.trustProxy) });
    if (limiter.quietly(limits.listing, visitor) > 0) return false;
    const { arrivedAt = performance.now() } = request;
    const id = newRequestId();
    response.on('close', () => {
      metrics.record({ id, method, route: door.route, status: response.statusCode, ms: performance.now() - arrivedAt });
    });
    writeListing(request, response, id, listing, door.address);
    return true;
  };
}

/** What tells how the service is must be answered above all when it is not well. */
const probes = new Set(['/healthz', '/readyz', '/metrics']);

/** A listing that does not lie ready is looked up by the first who asks for it, and is ready for the others. */
const isSpared = (url: string, strain: Strain): boolean =>
  probes.has(url) || (strain === 'some' && doorOf(url) !== undefined);

/** Puts a desk before the handler that the server has, and turns away there what could not be done in time. */
export function installFastPath(server: Server, desk: ReturnType<typeof listingFastPath>, pressure: Pressure): void {
  const handlers = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    request.arrivedAt = performance.now();
    pressure.admit((strain) => {
      if (server.listening && strain !== 'much' && desk(request, response)) return;
      if (strain !== 'none' && !isSpared(request.url ?? '', strain)) return pressure.refuse(response);
      if (strain === 'none' && !probes.has(request.url ?? '')) pressure.enter(request, response);
      for (const handler of handlers) handler.call(server, request, response);
    });
  });
  server.once('close', pressure.stop);
}
