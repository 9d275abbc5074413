import type { RouteAccess } from '../../src/server/auth/access.ts';

/** Routes that do not identify the caller: pages, documents, files, feeds and health checks. */
const asksNobody =
  /^\/(?:healthz|readyz|metrics|\*|(?:assets|icons|calendar|feeds)\/.*|app-shell|manifest\.webmanifest|service-worker\.js)?$|^\/api\/(?:docs|redoc|openapi\.json|errors)\b/;

/** The routes that identify the caller, with a URL that the router accepts. */
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
