import { createHash } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Engine, Sandbox } from './sandbox.ts';

/** A test file on one engine: how long it takes, and which functions of which source files it calls. */
export type Covering = { project: Engine; file: string; digest: string; ms: number; sources: Record<string, string[]> };

const cachePath = 'node_modules/.cache/muster/mutants-coverage.json';

const digestOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Tests of processes do not call the code themselves, and most of their time is waiting. */
const isOfProcesses = (file: string): boolean =>
  /support\/processes\.ts|musterProgram|TEST_LONG/.test(readFileSync(file, 'utf8')) || file.startsWith('test/fuzz/');

/** Every test file on SQLite, those for PostgreSQL only on PostgreSQL. */
export function testFiles(): { project: Engine; file: string }[] {
  return globSync(['src/server/**/*.test.ts', 'test/**/*.test.ts'])
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !isOfProcesses(file))
    .toSorted()
    .map((file) => ({ project: file.endsWith('.postgres.test.ts') ? 'postgres' : 'sqlite', file }));
}

function readCache(): Covering[] {
  try {
    return JSON.parse(readFileSync(cachePath, 'utf8')) as Covering[];
  } catch {
    return [];
  }
}

/**
 * What every test file covers. It is recorded once and kept; only test files that have changed since are run again. Files that
 * fail on the unchanged code are left out.
 */
export async function coverageOf(sandbox: Sandbox, isFresh: boolean): Promise<Covering[]> {
  const wanted = testFiles().map((one) => ({ ...one, digest: digestOf(one.file) }));
  const known = (isFresh ? [] : readCache()).filter((one) =>
    wanted.some(({ project, file, digest }) => one.project === project && one.file === file && one.digest === digest),
  );
  const missing = wanted.filter(
    ({ project, file }) => !known.some((one) => one.project === project && one.file === file),
  );
  const recorded: Covering[] = [];
  for (const project of ['sqlite', 'postgres'] as const) {
    const tests = missing.filter((one) => one.project === project);
    if (tests.length === 0) continue;
    console.log(`recording what ${tests.length} test files call on ${project}`);
    recorded.push(...(await record(sandbox, project, tests)));
  }
  const passing = [...known, ...recorded].filter(({ ms }) => ms > 0);
  mkdirSync(dirname(cachePath), { recursive: true });
  writeFileSync(cachePath, JSON.stringify(passing));
  return passing;
}

async function record(
  sandbox: Sandbox,
  project: Engine,
  tests: readonly { file: string; digest: string }[],
): Promise<Covering[]> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-coverage-'));
  try {
    const passed = await sandbox.timesOf({ project, files: tests.map(({ file }) => file) }, { MUTANTS_RECORD: folder });
    const sources = new Map(
      globSync(join(folder, '*.json')).map((path) => {
        const one = JSON.parse(readFileSync(path, 'utf8')) as Pick<Covering, 'file' | 'sources'>;
        return [one.file, one.sources];
      }),
    );
    for (const { file } of tests) if (!passed.has(file)) console.warn(`left out: ${file} fails on ${project}`);
    return tests.map(({ file, digest }) => ({
      project,
      file,
      digest,
      ms: passed.get(file) ?? 0,
      sources: sources.get(file) ?? {},
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
