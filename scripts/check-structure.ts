/** Rules of the code base that a linter's settings cannot express. CONTRIBUTING.md explains them. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import {
  allFilesIn,
  importCycles,
  importGraph,
  importsOf,
  isTest,
  unmarkedFiles,
  sourcesIn,
} from './structure/shared.ts';
import { serverProblems } from './structure/server.ts';
import { webProblems } from './structure/web.ts';

const roots = ['src', 'test', 'e2e', 'scripts', 'bench'];

const problems = [
  ...serverProblems(),
  ...webProblems(),
  ...roots.flatMap((root) => importCycles(importGraph(root))),
  ...roots.flatMap(unmarkedFiles),
  ...serverImports(),
  ...migrationImports(),
  ...missingTests(),
  ...conditionalAssertions(),
  ...formattedDays(),
];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

/** The web app and the client may only use the API of the server, and what they share with it uses neither. */
function serverImports(): string[] {
  const shared = sourcesIn('src/shared').flatMap((file) =>
    importsOf(file)
      .filter(({ target }) => !target.startsWith('src/shared/'))
      .map(({ target }) => `${file}: may only import src/shared, not ${target}`),
  );
  const fromServer = ['src/web', 'src/client'].flatMap(sourcesIn).flatMap((file) =>
    importsOf(file)
      .filter(
        ({ target, typeOnly }) => target.startsWith('src/server/') && !(typeOnly && target.endsWith('.schema.ts')),
      )
      .map(({ target }) => `${file}: may only import types from *.schema.ts, not ${target}`),
  );
  return [...shared, ...fromServer];
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

/**
 * The linter sees `expect` inside an `if` of a test, but not in functions that tests call, nor calls of functions such as
 * `expectRecovery`. The formatter indents what is inside an `if`.
 */
function conditionalAssertions(): string[] {
  return ['test', 'e2e', 'src'].flatMap(allFilesIn).flatMap((file) => {
    if (file.startsWith('src/') && !isTest(file)) return [];
    let ifIndent: number | undefined;
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const indent = line.search(/\S/);
        const isInside = ifIndent !== undefined && (indent === -1 || indent > ifIndent);
        const goesOn = indent === ifIndent && /^\s*(?:\)|\} else\b|else\b)/.test(line);
        if (!isInside && !goesOn) ifIndent = /^\s*if \(/.test(line) ? indent : undefined;
        return ifIndent !== undefined && /\bexpect(?:[A-Z]\w*)?\(/.test(line)
          ? [`${file}:${index + 1}: no assertion inside an \`if\``]
          : [];
      });
  });
}

/** How a locale writes a date depends on the version of its data: days are put together from their parts. */
function formattedDays(): string[] {
  return roots
    .flatMap(allFilesIn)
    .filter((file) =>
      /DateTimeFormat\(\s*'(?:en-CA|sv-SE)'|dateFormatter\(\s*'|\.toLocaleDateString\(/.test(
        readFileSync(file, 'utf8'),
      ),
    )
    .filter((file) => file !== 'src/shared/local-time.test.ts')
    .map((file) => `${file}: a day is not built by formatting a date; use src/shared/local-time.ts`);
}
