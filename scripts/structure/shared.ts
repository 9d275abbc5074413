/** Checks that apply to the server and the web app alike. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export type Import = { target: string; typeOnly: boolean };
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const importPattern = /^(?:import|export)\s(?:type\s)?[^;]*?from\s+'(\.[^']+)'/gms;

const withSlashes = (path: string): string => path.replaceAll('\\', '/');

export const allFilesIn = (root: string): string[] => globSync(`${root}/**/*.{ts,tsx,css}`).map(withSlashes).toSorted();
export const isTest = (file: string): boolean => file.endsWith('.test.ts');
export const sourcesIn = (root: string): string[] => allFilesIn(root).filter((file) => !isTest(file));

/** The relative imports of a file, as paths from the root of the repository. Lazy imports do not count. */
export function importsOf(file: string): Import[] {
  if (file.endsWith('.css')) return [];
  return [...readFileSync(file, 'utf8').matchAll(importPattern)].map(([statement, target = '']) => ({
    target: withSlashes(normalize(join(dirname(file), target))),
    typeOnly: /^(?:import|export)\stype/.test(statement),
  }));
}

/** The files of `root`, each with the files that it imports. `groupOf` can put several files into one node. */
export function importGraph(root: string, groupOf: (file: string) => string | undefined = (file) => file): Graph {
  const graph = new Map<string, Set<string>>();
  for (const file of sourcesIn(root)) {
    const from = groupOf(file);
    if (from === undefined) continue;
    const targets = importsOf(file).flatMap(({ target }) => groupOf(target) ?? []);
    graph.set(from, new Set([...(graph.get(from) ?? []), ...targets.filter((target) => target !== from)]));
  }
  return graph;
}

export function importCycles(graph: Graph): string[] {
  const found: string[] = [];
  const finished = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    const start = path.indexOf(name);
    if (start !== -1) found.push(`${name}: import cycle: ${[...path.slice(start), name].join(' -> ')}`);
    if (start !== -1 || finished.has(name)) return;
    for (const target of graph.get(name) ?? []) visit(target, [...path, name]);
    finished.add(name);
  };
  for (const name of graph.keys()) visit(name, []);
  return found;
}

/** Written by `npm run generate`; their first line says so. */
const generatedFiles = new Set(['src/server/db/tables.ts', 'src/client/operations.ts']);

export function unmarkedFiles(root: string): string[] {
  return sourcesIn(root)
    .filter((file) => generatedFiles.has(file) && !readFileSync(file, 'utf8').startsWith('// Generated from '))
    .map((file) => `${file}: the first line does not say that it is generated`);
}
