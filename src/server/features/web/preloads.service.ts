import { openPages, publicPages } from '../../../shared/pages.ts';
import { findPage } from './pages.service.ts';

/** What the build says about its files, by source; those of several sources begin with `_`. */
export type BuildManifest = Record<string, { file: string; name?: string; imports?: string[] }>;

function areaOf(path: string, isSignedIn: boolean): string | undefined {
  const page = findPage(path);
  if (page === undefined || isSignedIn) return page?.area;
  if (page.path === '/') return 'front';
  // Visitors are asked to sign in.
  return publicPages.has(page.path) || openPages.has(page.path) ? page.area : 'sign-in';
}

/** The scripts of a page's area, which the application would ask for only when it runs. */
export function areaScripts(manifest: BuildManifest): (path: string, isSignedIn: boolean) => string[] {
  const filesOf = (key: string, seen: Set<string>): Set<string> => {
    const { file, imports = [] } = manifest[key] ?? {};
    if (file === undefined || seen.has(`/${file}`)) return seen;
    seen.add(`/${file}`);
    for (const one of imports) filesOf(one, seen);
    return seen;
  };
  const byArea = new Map(
    Object.entries(manifest)
      .filter(([key]) => key.startsWith('_'))
      .map(([key, { name = '' }]) => [name, [...filesOf(key, new Set())]]),
  );
  return (path, isSignedIn) => byArea.get(areaOf(path, isSignedIn) ?? '') ?? [];
}
