import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { DeputyRole } from '../../shared/deputies.ts';
import type { ErrorCode } from '../errors.ts';
import { connectionLimits } from '../http/connections.ts';
import type { TokenScope } from './scopes.ts';

/**
 * What a route requires of its caller before its handler runs. The project or team is taken from the URL; one that does
 * not exist is a 404 before any of this is checked.
 */
export const accesses = {
  public: 'anyone',
  metrics: 'this machine, or the metrics token',
  signed_in: 'a session or an API token',
  token: 'any token: of a person, limited or not, of a service account or of a device',
  browser: 'a session; a leaked token cannot do it',
  fresh: 'a session that signed in, or was confirmed with a passkey, within the last 15 minutes',
  administrator: 'an administrator',
  'project:anyone': 'anyone',
  'project:signed_in': 'a session or an API token',
  'project:people': 'owners, and members and chiefs of any of its teams',
  'project:planner': 'owners, and chiefs of any of its teams',
  'project:owner': 'owners of the project',
  'project:appointer': 'owners of the project, and administrators',
  'project:finance': 'owners of the project, and deputies for its money',
  'project:recruiting': 'owners of the project, and deputies for applications and invitations',
  'project:desk': 'owners of the project, and deputies for the desk',
  'project:writer': 'owners of the project, and deputies for messages and announcements',
  'project:safety': 'owners of the project, and deputies for safety',
  'project:viewer': 'owners of the project, and deputies who read what owners read',
  'project:device': 'devices of the project',
  'team:anyone': 'anyone',
  'team:signed_in': 'a session or an API token',
  'team:people': 'members and chiefs of the team, and owners of the project',
  'team:leaving': 'members and chiefs of the team, also when it is disabled, and owners of the project',
  'team:chief': 'chiefs of the team, and owners of the project',
  'team:owner': 'owners of the project',
} as const;
export type Access = keyof typeof accesses;

/** Routes that need no sign-in. */
export const openToVisitors: ReadonlySet<Access> = new Set(['public', 'project:anyone', 'team:anyone']);

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** Deputies who can use the route as well. */
    deputies?: readonly DeputyRole[];
    /** What a service account or a limited token needs in addition. Without it they cannot use the route. */
    scope?: TokenScope;
    /**
     * Beyond its access, the route needs a fresh sign-in in a browser, never a token: for changes with which somebody
     * could give themselves more rights. Checked after the access.
     */
    stepUp?: boolean;
    /** Also open to suspended people, so that they can export and erase their data. */
    openToSuspended?: boolean;
    /** Shows the caller's own private data: an API token needs the scope `private:read`. */
    readsPrivate?: boolean;
    /** OAuth 2 clients send Basic credentials to this route; they do not identify a caller and are not an error. */
    takesClientCredentials?: boolean;
    /** A write that is also possible in an archived project. */
    alsoArchived?: boolean;
    /** Error codes specific to this route, for its documentation. */
    problems?: ErrorCode[];
  }
}

/** The access that a request needs, and the project and team of its URL if the access is about them. */
export type Entry = {
  access: Access;
  deputies: readonly DeputyRole[];
  pid: string | undefined;
  tid: string | undefined;
  openToSuspended: boolean;
};

const noDeputies: readonly DeputyRole[] = [];

export function entryOf({ routeOptions, params }: FastifyRequest): Entry {
  const { access = 'browser', deputies = noDeputies } = routeOptions.config;
  const { pid = '', tid = '' } = params as { pid?: string; tid?: string };
  const inTeam = access.startsWith('team:');
  return {
    access,
    deputies,
    pid: inTeam || access.startsWith('project:') ? pid : undefined,
    tid: inTeam ? tid : undefined,
    openToSuspended: routeOptions.config.openToSuspended === true,
  };
}

export type RouteAccess = {
  method: string;
  url: string;
  access: Access;
  deputies: readonly DeputyRole[];
  stepUp: boolean;
  scope: TokenScope | undefined;
  /** Undefined: that of all routes. */
  bodyLimit: number | undefined;
};

/** Refuses to start if a route declares no access. A test compares the returned table with the expected one. */
export function requireAccess(app: FastifyInstance): RouteAccess[] {
  const routes: RouteOptions[] = [];
  const table: RouteAccess[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
    // On all other routes the caller is identified before the body is read.
    if (openToVisitors.has(route.config?.access ?? 'browser')) route.bodyLimit = connectionLimits.visitorBodyBytes;
  });
  // Checked once everything is registered, because plugins may add the access of their routes later.
  app.addHook('onReady', async () => {
    for (const { method, url, config, bodyLimit } of routes) {
      for (const one of [method].flat()) {
        if (config?.access === undefined) throw new Error(`${one} ${url} does not declare its access`);
        const { access, deputies = noDeputies, stepUp = false, scope } = config;
        if (one !== 'HEAD') table.push({ method: one, url, access, deputies, stepUp, scope, bodyLimit });
      }
    }
  });
  return table;
}
