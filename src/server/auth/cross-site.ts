import type { FastifyRequest } from 'fastify';
import { fail } from '../errors.ts';
import { openToVisitors } from './access.ts';
import type { Person } from './caller.ts';

const foreign = new Set(['cross-site', 'same-site']);

/**
 * A link on another site makes the browser send the cookie with a read: it could download private data into the person's
 * folder and write the audit log in their name. Pages of this origin, bookmarks and typed addresses are allowed.
 */
export function refuseForeignReads({ headers, routeOptions }: FastifyRequest, caller: Person): void {
  if (caller.credential.kind !== 'session' || openToVisitors.has(routeOptions.config.access ?? 'browser')) return;
  const site = headers['sec-fetch-site'];
  if (typeof site === 'string' && foreign.has(site)) fail('cross_origin');
}
