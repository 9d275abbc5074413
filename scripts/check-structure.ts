/** Rules of the code base that a linter's settings cannot express. CONTRIBUTING.md explains them. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { importCycles, importGraph, importsOf, sizeProblems, sourcesIn } from './structure/shared.ts';
import { serverProblems } from './structure/server.ts';
import { webProblems } from './structure/web.ts';

const problems = [
  ...serverProblems(),
  ...webProblems(),
  ...importCycles(importGraph('src/web')),
  ...['src', 'test', 'e2e', 'scripts', 'bench'].flatMap(sizeProblems),
  ...serverImports(),
  ...migrationImports(),
  ...missingTests(),
  ...conditionalAssertions(),
];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

/** The web app and the client may only use the API of the server. */
function serverImports(): string[] {
  return ['src/web', 'src/client'].flatMap(sourcesIn).flatMap((file) =>
    importsOf(file)
      .filter(
        ({ target, typeOnly }) => target.startsWith('src/server/') && !(typeOnly && target.endsWith('.schema.ts')),
      )
      .map(({ target }) => `${file}: may only import types from *.schema.ts, not ${target}`),
  );
}

/** A released migration must not change when other code does. */
function migrationImports(): string[] {
  return globSync('src/server/db/migrations/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?<!')(?:from|import)\s*\(?\s*'([^']+)'/g)]
      .map(([, target = '']) => target)
      .filter((target) => target !== 'kysely' && target !== '../columns.ts' && !/^\.\/\d{4}_\w+\.ts$/.test(target))
      .map((target) => `${file}: a migration may only import kysely, columns.ts and other migrations, not ${target}`),
  );
}

/** Every test that the threat model names must exist. */
function missingTests(): string[] {
  const page = 'docs/threat-model.md';
  return [...readFileSync(page, 'utf8').matchAll(/`([\w./-]+\.ts)`/g)]
    .map(([, file = '']) => file)
    .filter((file) => !existsSync(file))
    .map((file) => `${page}: ${file} does not exist`);
}

/** The linter sees assertions inside `if` in tests, but not in functions that tests call. */
function conditionalAssertions(): string[] {
  return ['test', 'e2e'].flatMap(sourcesIn).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        /\bif \(.*\bexpect(?:[A-Z]\w*)?\(/.test(line) ? [`${file}:${index + 1}: no assertion inside an \`if\``] : [],
      ),
  );
}
