/** Checks of source files that hold for the server and the web application alike. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export type Import = { target: string; typeOnly: boolean };

const importPattern = /^(?:import|export)\s(?:type\s)?[^;]*?from\s+'(\.[^']+)'/gms;
const isTest = (file: string): boolean => file.endsWith('.test.ts');
const slashes = (path: string): string => path.replaceAll('\\', '/');

export const sourcesIn = (root: string): string[] =>
  globSync(`${root}/**/*.{ts,tsx,css}`)
    .map(slashes)
    .filter((file) => !isTest(file))
    .toSorted();

/** The relative imports of a file, resolved from the root of the repository. Lazy imports are not among them. */
export function importsOf(file: string): Import[] {
  if (file.endsWith('.css')) return [];
  return [...readFileSync(file, 'utf8').matchAll(importPattern)].map(([statement, target = '']) => ({
    target: slashes(normalize(join(dirname(file), target))),
    typeOnly: /^(?:import|export)\stype/.test(statement),
  }));
}

/** One cycle for each way back that a walk through the imports finds; of types too, unless they are left out. */
export function importCycles(root: string, counts: (one: Import) => boolean = () => true): string[] {
  const found: string[] = [];
  const finished = new Set<string>();
  const visit = (file: string, path: string[]): void => {
    const start = path.indexOf(file);
    if (start !== -1) found.push(`${file}: import cycle: ${[...path.slice(start), file].join(' -> ')}`);
    if (start !== -1 || finished.has(file)) return;
    for (const { target } of importsOf(file).filter(counts)) visitSource(target, [...path, file]);
    finished.add(file);
  };
  const known = new Set(sourcesIn(root));
  const visitSource = (file: string, path: string[]): void => {
    if (known.has(file)) visit(file, path);
  };
  for (const file of known) visit(file, []);
  return found;
}

export function largeFolders(root: string, maxFiles: number): string[] {
  const byFolder = Map.groupBy(sourcesIn(root), (file) => dirname(file));
  return [...byFolder]
    .filter(([, files]) => files.length > maxFiles)
    .map(([folder, files]) => `${folder}: has ${files.length} source files; split it, ${maxFiles} are allowed`);
}

export const longFiles = (root: string, maxLines: number): string[] =>
  sourcesIn(root).flatMap((file) => {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n').length;
    return lines > maxLines ? [`${file}: has ${lines} lines; split it, ${maxLines} are allowed`] : [];
  });
