/** The rules for src/web: features named like the server's, and API calls only in their `queries.ts`. */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { importsOf, sourcesIn } from './shared.ts';

/** Features without a folder of the same name on the server: the frame of the administrators' pages, and parts of forms. */
const ownFeatures = new Set(['admin', 'answers', 'disclosure', 'payments']);

const isApi = (target: string): boolean => target === 'src/web/api.ts' || target.startsWith('src/client/');

/** Files that may load or drop whatever is cached, and why. */
const wholeCache = new Map([
  ['src/web/query-client.ts', 'reloadShown: after a lost connection everything on screen is out of date'],
  ['src/web/features/web/fallback-pages.tsx', 'the page of an unexpected error cannot know which data caused it'],
]);

/** A call for all cached queries: its first argument has neither a key nor a predicate. */
const keyless = /\b(?:invalidate|refetch|reset|remove)Queries\((?!\s*\{[^}]*\b(?:queryKey|predicate)\b)/;

export function webProblems(): string[] {
  return sourcesIn('src/web').flatMap((file) => {
    const found: string[] = [];
    const text = readFileSync(file, 'utf8');
    const [, feature] = /^src\/web\/features\/([^/]+)\//.exec(file) ?? [];
    if (feature !== undefined && !ownFeatures.has(feature) && !existsSync(`src/server/features/${feature}`))
      found.push(`${file}: the server has no feature ${feature}`);
    if (feature !== undefined && basename(file) !== 'queries.ts') {
      for (const { target, typeOnly } of importsOf(file))
        if (isApi(target) && !typeOnly) found.push(`${file}: only queries.ts may import ${target}, except for types`);
      if (/\bfetch\(/.test(text)) found.push(`${file}: only queries.ts may call the API`);
    }
    if (/\bIntl\.(?:DateTime|Number|List|RelativeTime)Format/.test(text))
      found.push(`${file}: dates, numbers and lists are formatted in src/locales/format`);
    if (keyless.test(text) !== wholeCache.has(file))
      found.push(
        wholeCache.has(file)
          ? `${file}: no longer needs its exception in scripts/structure/web.ts`
          : `${file}: calls for cached queries have to name a key or a predicate`,
      );
    return found;
  });
}
