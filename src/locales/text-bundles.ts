/**
 * Which texts a browser loads when. The first bundle has the texts of everything that is loaded with the first page. A
 * file that loads pages or parts later has a bundle of its own, with the texts that those use.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { FlatTexts } from './catalogues.ts';
import { usedKeys } from './used-keys.ts';

export const firstBundle = 'first';
const minTexts = 15;

/** The keys of each bundle, by its name. */
export type TextBundles = ReadonlyMap<string, ReadonlySet<string>>;

const staticImport = /^(?:import|export)\s+(?!type\b)(?:[^;']*?\sfrom\s+)?'(\.[^']+\.tsx?)';/gm;
export const lazyImport = /\bimport\('(\.[^']+\.tsx?)'\)/g;

/** `routes/manage.tsx` is `routes-manage`, `features/dashboard/home.tsx` is `features-dashboard-home`. */
export const bundleOf = (root: string, file: string): string =>
  relative(root, file)
    .replace(/\.tsx?$/, '')
    .replaceAll(/[/\\]/g, '-');

export function textBundles(root: string, entry: string, texts: FlatTexts): TextBundles {
  const sources = new Map<string, string>();
  const sourceOf = (file: string): string => {
    const source = sources.get(file) ?? readFileSync(file, 'utf8');
    sources.set(file, source);
    return source;
  };
  const targets = (file: string, pattern: RegExp): string[] =>
    Array.from(sourceOf(file).matchAll(pattern), ([, path = '']) => join(file, '..', path));

  /** The files that are loaded together with these. */
  const loadedWith = (files: readonly string[]): ReadonlySet<string> => {
    const found = new Set(files);
    for (const file of found) for (const target of targets(file, staticImport)) found.add(target);
    return found;
  };
  const keysIn = (files: ReadonlySet<string>): Set<string> => usedKeys(texts, Array.from(files, sourceOf));

  const first = loadedWith([join(root, entry)]);
  const later = new Map<string, Set<string>>();
  const importers = new Set(first);
  for (const file of importers) {
    const lazy = targets(file, lazyImport);
    if (lazy.length === 0) continue;
    const loaded = loadedWith(lazy);
    for (const one of loaded) importers.add(one);
    later.set(bundleOf(root, file), keysIn(loaded));
  }
  return withoutRepetitions(keysIn(first), later);
}

/** A few texts are not worth a request: they are in the first bundle, and what is in that one is in no other. */
function withoutRepetitions(first: ReadonlySet<string>, later: ReadonlyMap<string, Set<string>>): TextBundles {
  const own = [...later].map(([name, keys]): [string, Set<string>] => [name, keys.difference(first)]);
  const few = own.filter(([, keys]) => keys.size < minTexts).flatMap(([, keys]) => [...keys]);
  const all = first.union(new Set(few));
  const others = own
    .filter(([, keys]) => keys.size >= minTexts)
    .map(([name, keys]): [string, Set<string>] => [name, keys.difference(all)]);
  return new Map([[firstBundle, all], ...others]);
}
