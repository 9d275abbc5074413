import type { FastifyInstance, RouteOptions } from 'fastify';

/**
 * What a route demands of its caller before anything of it runs.
 * public: nothing. signed_in: a session or a token. browser: a session, so that a leaked token cannot do it.
 */
export const accesses = ['public', 'signed_in', 'browser', 'metrics'] as const;
export type Access = (typeof accesses)[number];

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** Requests a minute and caller, where it differs from the general limit. */
    perMinute?: number;
  }
}

export type RouteAccess = { method: string; url: string; access: Access };

/** The app does not start with a door that nobody thought about. Fills the table that a test pins. */
export function requireAccess(app: FastifyInstance): RouteAccess[] {
  const doors: RouteOptions[] = [];
  const table: RouteAccess[] = [];
  app.addHook('onRoute', (route) => void doors.push(route));
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
