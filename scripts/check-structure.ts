/** The rules of the house that a linter's settings cannot say: who may import whom, which files exist, where SQL lives. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { findCycle } from './import-graph.ts';

const complaints: string[] = [];
const complain = (file: string, rule: string) => complaints.push(`${file}: ${rule}`);

const vocabulary = /^[a-z-]+\.(schema|policy|queries|service|routes|mail|feature|test)\.ts$/;
const importPattern = /^(?:import|export)\s(?:type\s)?[^;]*?from\s+'(\.[^']+)'/gms;
const reExportPattern = /^export\s(?:type\s)?(?:\*|\{[^}]*\})\s*from\s/m;
const sqlPattern = /\bsql`|\.(?:selectFrom|insertInto|updateTable|deleteFrom|createTable)\(/;

/** The rooms of the server, each with the rooms that it may look into. */
const allowed: Record<string, readonly string[]> = {
  lib: ['lib', 'errors'],
  http: ['http', 'lib', 'errors', 'config'],
  errors: ['lib'],
  config: ['lib'],
  db: ['db', 'lib'],
  auth: ['auth', 'http', 'db', 'errors', 'lib', 'config'],
  cli: ['cli', 'features', 'http', 'auth', 'db', 'errors', 'lib', 'config'],
  feature: ['features', 'http', 'db', 'lib', 'config'],
  features: ['features', 'feature', 'auth', 'http', 'db', 'errors', 'lib', 'config'],
};

const roomOf = (path: string): string => (path.split('/')[2] ?? '').replace(/\.ts$/, '');
const featureOf = (path: string): string => path.split('/')[3] ?? '';

const mostLines = 300;
const mostFiles = 20;
const sourceFiles = new Map<string, number>();
const featureImports = new Map<string, Set<string>>();
const fileImports = new Map<string, Set<string>>();

for (const file of globSync('src/server/**/*.ts').map((path) => path.replaceAll('\\', '/'))) {
  const text = readFileSync(file, 'utf8');
  const room = roomOf(file);
  const isTest = file.endsWith('.test.ts');
  if (room === 'features') checkVocabulary(file);
  if (room === 'features') checkSize(file, text);
  if (reExportPattern.test(text)) complain(file, 're-exports from another file; import it where it is defined');
  if (!isTest && sqlPattern.test(text) && !file.endsWith('.queries.ts') && room !== 'db')
    complain(file, 'SQL belongs into *.queries.ts');
  for (const [, target = ''] of text.matchAll(importPattern)) {
    if (!isTest) checkImport(file, normalize(join(dirname(file), target)));
  }
}

for (const graph of [featureImports, fileImports]) {
  const cycle = findCycle(graph);
  if (cycle !== undefined) complain(cycle[0] ?? '', `import cycle: ${cycle.join(' -> ')}`);
}

for (const file of globSync('src/{web,client}/**/*.{ts,tsx}')) {
  for (const [statement, target = ''] of readFileSync(file, 'utf8').matchAll(importPattern)) {
    const path = normalize(join(dirname(file), target));
    const harmless = /^(?:import|export)\stype/.test(statement) && path.endsWith('.schema.ts');
    if (path.startsWith('src/server/') && !harmless)
      complain(file, `may only take types from *.schema.ts, not ${target}`);
  }
}

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

function checkSize(file: string, text: string): void {
  const lines = text.split('\n').length - 1;
  if (lines > mostLines) complain(file, `has ${lines} lines, and at most ${mostLines} are allowed`);
  const folder = dirname(file);
  const count = (sourceFiles.get(folder) ?? 0) + (file.endsWith('.test.ts') ? 0 : 1);
  sourceFiles.set(folder, count);
  if (count === mostFiles + 1) complain(folder, `has more than ${mostFiles} source files; split it into sub-folders`);
}

function checkVocabulary(file: string): void {
  if (!vocabulary.test(basename(file)))
    complain(file, 'a feature has schema, policy, queries, service, routes, mail, feature and test files only');
}

function checkImport(file: string, target: string): void {
  const from = roomOf(file);
  const to = roomOf(target);
  if (from === 'features') addImport(fileImports, file, target);
  if (allowed[from] !== undefined && !allowed[from].includes(to)) complain(file, `${from} may not import ${to}`);
  const foreign = from === 'features' && to === 'features' && featureOf(file) !== featureOf(target);
  if (foreign) addImport(featureImports, featureOf(file), featureOf(target));
  if (foreign && !/\.(schema|policy|service)\.ts$/.test(target)) {
    complain(file, `another feature's ${basename(target)} is its own business; use its schema, policy or service`);
  }
}

function addImport(graph: Map<string, Set<string>>, from: string, to: string): void {
  graph.set(from, (graph.get(from) ?? new Set()).add(to));
}

if (complaints.length > 0) {
  console.error(complaints.join('\n'));
  process.exit(1);
}
