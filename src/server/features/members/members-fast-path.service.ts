import { addressOf, limits, visitorKey } from '../../auth/rate-limits.ts';
import type { Limiter } from '../../auth/rate-limits.ts';
import type { Config } from '../../config.ts';
import { fastPath } from '../../http/fast-path.ts';
import type { FastPath, FastRoute } from '../../http/fast-path.ts';
import type { Metrics } from '../health/health.service.ts';
import { writeListing } from './members-answer.service.ts';
import type { Address } from './members-answer.service.ts';
import type { Listings } from './members.service.ts';

type Services = { listings: Listings; limiter: Limiter; metrics: Metrics; config: Config };

/** The usual forms of the listing's addresses. Other spellings, such as escaped ones, go through the routes. */
export function listingFastPath({ listings, limiter, metrics, config }: Services): FastPath {
  const route = (prefix: string, pattern: string, address: Address): FastRoute => ({
    prefix,
    route: pattern,
    find: (pid) => {
      const listing = listings.fresh(pid);
      if (listing === undefined) return undefined;
      return (request, response, id) => writeListing(request, response, id, listing, address);
    },
  });
  return fastPath({
    routes: [
      route('/api/members/', '/api/members/:pid', 'current'),
      route('/members/', '/members/:pid', 'current'),
      route('/api/members?pid=', '/api/members', 'deprecated'),
    ],
    isWithinLimit: (request) =>
      limiter.quietly(limits.listing, visitorKey({ ip: addressOf(request, config.trustProxy) })) === 0,
    record: metrics.record,
  });
}
