import type { RouteAccess } from '../../src/server/auth/access.ts';

/** Answers that ask nobody who they are: pages, documents, files and the health of the process. */
const asksNobody = /^\/(?:healthz|readyz|metrics|\*|assets\/.*)?$|^\/api\/(?:docs|redoc|openapi\.json|errors)\b/;

/** The routes at which a caller is identified, with an address that the router takes. */
export function gatedRoutes(routes: readonly RouteAccess[], values: Record<string, string> = {}) {
  return routes
    .filter(({ method, url }) => !asksNobody.test(url) && method !== 'OPTIONS')
    .map(({ method, url, access }) => ({
      method: method as 'GET',
      pattern: url,
      access,
      url: url.replace(/:(\w+)/g, (_, name: string) => values[name] ?? 'x'),
    }));
}
