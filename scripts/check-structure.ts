/** The rules of the house that a linter's settings cannot say: who may import whom, which files exist, where SQL lives. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { importCycles, largeFolders, longFiles } from './structure/shared.ts';
import { webProblems } from './structure/web.ts';

const complaints: string[] = [];
const complain = (file: string, rule: string) => complaints.push(`${file}: ${rule}`);

const vocabulary = /^[a-z-]+\.(schema|policy|queries|service|routes|test)\.ts$/;
const importPattern = /^(?:import|export)\s(?:type\s)?[^;]*?from\s+'(\.[^']+)'/gms;
const sqlPattern = /\bsql`|\.(?:selectFrom|insertInto|updateTable|deleteFrom|createTable)\(/;

/** The rooms of the server, each with the rooms that it may look into. */
const allowed: Record<string, readonly string[]> = {
  lib: ['lib', 'errors'],
  errors: ['lib'],
  config: ['lib'],
  db: ['db', 'lib'],
  auth: ['auth', 'db', 'errors', 'lib', 'config'],
  cli: ['cli', 'features', 'auth', 'db', 'errors', 'lib', 'config'],
  features: ['features', 'auth', 'db', 'errors', 'lib', 'config'],
};

const roomOf = (path: string): string => (path.split('/')[2] ?? '').replace(/\.ts$/, '');
const featureOf = (path: string): string => path.split('/')[3] ?? '';

for (const file of globSync('src/server/**/*.ts').map((path) => path.replaceAll('\\', '/'))) {
  const text = readFileSync(file, 'utf8');
  const room = roomOf(file);
  const isTest = file.endsWith('.test.ts');
  if (room === 'features') checkVocabulary(file);
  if (!isTest && sqlPattern.test(text) && !file.endsWith('.queries.ts') && room !== 'db')
    complain(file, 'SQL belongs into *.queries.ts');
  for (const [statement, target = ''] of text.matchAll(importPattern)) {
    if (!isTest) checkImport(file, normalize(join(dirname(file), target)), /^(?:import|export)\stype/.test(statement));
  }
}

for (const file of globSync('src/{web,client}/**/*.{ts,tsx}')) {
  for (const [statement, target = ''] of readFileSync(file, 'utf8').matchAll(importPattern)) {
    const path = normalize(join(dirname(file), target));
    const harmless = /^(?:import|export)\stype/.test(statement) && path.endsWith('.schema.ts');
    if (path.startsWith('src/server/') && !harmless)
      complain(file, `may only take types from *.schema.ts, not ${target}`);
  }
}

const maxFilesInFolder = 20;
const maxLines = 300;
/** Add `src/server` to check its folders, too. */
for (const root of ['src/web'])
  complaints.push(...importCycles(root), ...largeFolders(root, maxFilesInFolder), ...longFiles(root, maxLines));
complaints.push(...webProblems());

// What a released migration does must not change with the program: it has its own copy of what it needs.
for (const file of globSync('src/server/db/migrations/*.ts')) {
  for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
    if (target !== 'kysely' && target !== '../columns.ts' && !/^\.\/\d{4}_\w+\.ts$/.test(target))
      complain(file, `a migration takes kysely, the column types and other migrations only, not ${target}`);
  }
}

// What the threat model calls covered must be covered by something that is there.
const threats = 'docs/threat-model.md';
for (const [, file = ''] of readFileSync(threats, 'utf8').matchAll(/`([\w./-]+\.ts)`/g)) {
  if (!existsSync(file)) complain(threats, `names ${file}, which is not there`);
}

function checkVocabulary(file: string): void {
  if (!vocabulary.test(basename(file)))
    complain(file, 'a feature has schema, policy, queries, service, routes and test files only');
}

function checkImport(file: string, target: string, typeOnly: boolean): void {
  const from = roomOf(file);
  const to = roomOf(target);
  // The type of the app itself is what routes are registered on.
  if (typeOnly && to === 'app') return;
  if (allowed[from] !== undefined && !allowed[from].includes(to)) complain(file, `${from} may not import ${to}`);
  const foreign = from === 'features' && to === 'features' && featureOf(file) !== featureOf(target);
  if (foreign && !/\.(schema|policy|service)\.ts$/.test(target)) {
    complain(file, `another feature's ${basename(target)} is its own business; use its schema, policy or service`);
  }
}

if (complaints.length > 0) {
  console.error(complaints.join('\n'));
  process.exit(1);
}
