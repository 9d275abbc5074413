/** The rules for src/server: who may import whom, which files a feature has, where SQL is allowed. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { allFilesIn, importCycles, importGraph, importsOf, isTest } from './shared.ts';

const fileKinds = /^[a-z-]+\.(schema|policy|queries|service|routes|mail|feature|test|both\.test)\.ts$/;
const reExport = /^export\s(?:type\s)?(?:\*|\{)/m;
/** Brings the builders of schemas together with the types made of them. */
const schemaDoor = 'src/server/lib/schema.ts';
const alias = /^export (?:const \w+ = [a-z]\w*;$|\{)/m;
/** A function that passes its parameters on to another one as they are. */
const passesOn = /^export const (\w+) = \(([^()]*)\)(?:: [^=]+)? =>\s*(?:\w+\.)?(\w+)\(([^()]*)\);$/gm;
const sqlPattern = /\bsql`|\.(?:selectFrom|insertInto|updateTable|deleteFrom|createTable)\(/;

/** A link to a page that is written out, so that nothing notices when the page moves. */
const writtenLink = /[bB]aseUrl\}\/(?!(?:api|feeds|calendar)\/)/;

/** The top-level parts of the server, each with the parts that it may import. Parts that are not listed may import all. */
const mayImport: Record<string, readonly string[]> = {
  lib: ['lib'],
  errors: ['lib'],
  config: ['lib'],
  http: ['http', 'lib', 'errors', 'config'],
  db: ['db', 'lib'],
  auth: ['auth', 'http', 'db', 'errors', 'lib', 'config'],
  feature: ['features', 'auth', 'http', 'db', 'errors', 'lib', 'config'],
  features: ['features', 'feature', 'services', 'auth', 'http', 'db', 'errors', 'lib', 'config'],
  cli: ['cli', 'features', 'feature', 'http', 'auth', 'db', 'errors', 'lib', 'config'],
};

const partOf = (path: string): string => (path.split('/')[2] ?? '').replace(/\.ts$/, '');
const featureOf = (path: string): string | undefined => /^src\/server\/features\/([^/]+)\//.exec(path)?.[1];

export function serverProblems(): string[] {
  const files = allFilesIn('src/server').filter((file) => !file.includes('/migrations/'));
  return [...files.flatMap(fileProblems), ...importCycles(importGraph('src/server/features', featureOf))];
}

const namesOf = (list: string): string =>
  list
    .split(',')
    .map((part) => part.split(':')[0]?.trim())
    .filter(Boolean)
    .join();

function fileProblems(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const problems: string[] = [];
  if (featureOf(file) !== undefined && !fileKinds.test(basename(file)))
    problems.push('a feature has schema, policy, queries, service, routes, mail, feature and test files only');
  if (isTest(file)) return problems.map((problem) => `${file}: ${problem}`);
  if (reExport.test(text) && file !== schemaDoor)
    problems.push('re-exports another file; import it where it is defined');
  if (file.endsWith('.service.ts') && alias.test(text))
    problems.push('gives a function another name; write what the service does, or import it where it is defined');
  for (const [, name, parameters = '', query, passed = ''] of file.endsWith('.service.ts')
    ? text.matchAll(passesOn)
    : [])
    if (name !== query && namesOf(parameters) === namesOf(passed))
      problems.push(`${name} only calls ${query}; give both the same name`);
  if (sqlPattern.test(text) && !file.endsWith('.queries.ts') && partOf(file) !== 'db')
    problems.push('SQL belongs in *.queries.ts');
  if (writtenLink.test(text)) problems.push('links to a page by its path; use pagePath (src/shared/pages.ts)');
  for (const { target } of importsOf(file)) problems.push(...importProblems(file, target));
  return problems.map((problem) => `${file}: ${problem}`);
}

function importProblems(file: string, target: string): string[] {
  if (!target.startsWith('src/server/')) return [];
  const [from, to] = [partOf(file), partOf(target)];
  if (mayImport[from]?.includes(to) === false) return [`${from} may not import ${to}`];
  const isForeign = from === 'features' && to === 'features' && featureOf(file) !== featureOf(target);
  if (isForeign && !/\.(schema|policy|service)\.ts$/.test(target))
    return [`may not import another feature's ${basename(target)}; use its schema, policy or service`];
  return [];
}
