import type { FastifyInstance, RouteOptions } from 'fastify';
import type { ErrorCode } from '../errors.ts';
import { connectionLimits } from '../http/connections.ts';

/**
 * What a route demands of its caller before anything of it runs. The address says in which project or team.
 * A project or team that does not exist is 404 before any of this is asked.
 */
export const accesses = {
  public: 'anyone',
  metrics: 'this machine, or the metrics token',
  signed_in: 'a session or an API token',
  browser: 'a session; a leaked token cannot do it',
  fresh: 'a session that signed in, or was confirmed with a passkey, within the last 15 minutes',
  administrator: 'an administrator',
  'project:anyone': 'anyone',
  'project:signed_in': 'a session or an API token',
  'project:people': 'owners, and members and chiefs of any of its teams',
  'project:planner': 'owners, and chiefs of any of its teams',
  'project:owner': 'owners of the project',
  'project:appointer': 'owners of the project, and administrators',
  'team:anyone': 'anyone',
  'team:signed_in': 'a session or an API token',
  'team:people': 'members and chiefs of the team, and owners of the project',
  'team:leaving': 'members and chiefs of the team, also when it is disabled, and owners of the project',
  'team:chief': 'chiefs of the team, and owners of the project',
  'team:owner': 'owners of the project',
} as const;
export type Access = keyof typeof accesses;

/** Doors that a visitor may pass. */
export const openToVisitors: ReadonlySet<Access> = new Set(['public', 'project:anyone', 'team:anyone']);

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** OAuth 2 clients name themselves here by Basic credentials; that is neither a caller nor a mistake. */
    takesClientCredentials?: boolean;
    /** The codes of the catalogue that are this route's own, for its documentation. */
    problems?: ErrorCode[];
  }
}

export type RouteAccess = { method: string; url: string; access: Access };

/** The app does not start with a door that nobody thought about. Fills the table that a test pins. */
export function requireAccess(app: FastifyInstance): RouteAccess[] {
  const doors: RouteOptions[] = [];
  const table: RouteAccess[] = [];
  app.addHook('onRoute', (route) => {
    doors.push(route);
    // Behind every other door the caller is known before the body is read.
    if (openToVisitors.has(route.config?.access ?? 'browser')) route.bodyLimit = connectionLimits.visitorBodyBytes;
  });
  // Looked at when all is registered: parts that bring routes of their own declare for them as they pass.
  app.addHook('onReady', async () => {
    for (const { method, url, config } of doors) {
      for (const one of [method].flat()) {
        if (config?.access === undefined) throw new Error(`${one} ${url} does not declare its access`);
        if (one !== 'HEAD') table.push({ method: one, url, access: config.access });
      }
    }
  });
  return table;
}
