const storageKey = 'muster-return-path';
const lifetimeMs = 15 * 60_000;

/** Accepts only paths of this application, so that a crafted link cannot send people elsewhere after sign-in. */
export function safePath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value)) return undefined;
  const url = URL.parse(value, window.location.origin);
  if (url === null || url.origin !== window.location.origin) return undefined;
  // `/.//host` is normalised to `//host`, which a browser takes for another server.
  if (url.pathname.startsWith('//')) return undefined;
  if (/^\/(api|assets|sign-in)(\/|$)/.test(url.pathname)) return undefined;
  return url.pathname + url.search + url.hash;
}

/** For a visit to the sign-in provider, which leaves the application. */
export function rememberReturnPath(path: string | undefined): void {
  try {
    if (path === undefined) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify({ path, until: Date.now() + lifetimeMs }));
  } catch {
    // Without storage the person lands on the home page.
  }
}

export function takeReturnPath(): string | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    localStorage.removeItem(storageKey);
    if (typeof kept !== 'object' || kept === null || !('path' in kept) || !('until' in kept)) return undefined;
    return typeof kept.until === 'number' && kept.until > Date.now() ? safePath(kept.path) : undefined;
  } catch {
    return undefined;
  }
}
