import { isRenderedPage } from './pages.service.ts';

/** What the build says about its files, by source; those of several sources begin with `_`. */
export type BuildManifest = Record<string, { file: string; name?: string; imports?: string[] }>;

const inManage =
  /^\/(?:admin|projects\/new|projects\/[^/]+\/(?:manage|people|now|teams\/[^/]+\/manage|tasks\/new|announcements\/new|(?:tasks|announcements)\/[^/]+\/edit))(?:\/|$)/;

/** The areas of vite.config.ts, by the routes in src/web. */
const areas: [RegExp, string][] = [
  [/^\/$/, 'dashboard'],
  [inManage, 'manage'],
  [/^\/projects(?:\/|$)/, 'project'],
  [/^\/(?:me|people|invitations|messages)(?:\/|$)/, 'person'],
  [/^\/(?:desk|show|check-in)(?:\/|$)/, 'event-day'],
  [/^\/sign-in\/?$/, 'sign-in'],
];

/** Pages that visitors see and that are in no area. */
const aside = /^\/(?:help|verify|email|email-revert|not-me|unsubscribe)(?:\/|$)/;

function areaOf(path: string, isSignedIn: boolean): string | undefined {
  if (!isSignedIn && path === '/') return 'front';
  if (aside.test(path)) return undefined;
  const area = areas.find(([pattern]) => pattern.test(path))?.[1];
  // Visitors are asked to sign in.
  const isOpen = isSignedIn || area === 'event-day' || isRenderedPage(path, false);
  return isOpen ? area : 'sign-in';
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
