import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Outcome } from './judge.ts';
import type { Sandbox } from './sandbox.ts';
import type { Mutant } from './selection.ts';
import { withSwitches } from './switches.ts';
import type { Numbered } from './switches.ts';
import type { Stage } from './tests.ts';

/** One line of the results: what a copy of a test file found. Number 0 is the original code. */
type Result = { number: number; test: string; failed: string | null };
type Copy = { path: string; text: string };

const maxFiles = 2;
const groupSize = 25;
/** No file of tests near the code takes that long. */
const patienceMs = 90_000;

/** Code that runs in threads of its own, which do not see the switch. */
const inThreads = /\/(?:solving|pdf)\//;

/**
 * Put before a copy of a test file. It switches the mutant on, and skips what is left once a test has failed. The copies for the
 * original code run last, and only those tests in them that failed for a mutant.
 */
function preamble(number: number, test: string): string {
  const wanted =
    number === 0 ? `killing.size === 0 || killing.has(test + context.task.name)` : `!killed.has(${number})`;
  return `
    import * as mutantHooks from 'vitest';
    import { appendFileSync as appendMutantResult } from 'node:fs';
    globalThis.mutant = ${number};
    {
      const killed = (globalThis.mutantsKilled ??= new Set());
      const killing = (globalThis.mutantsKilling ??= new Set());
      const test = '${test}';
      const isNeeded = ${number === 0 ? 'killing.size === 0 || killing.has(test)' : `!killed.has(${number})`};
      if (!isNeeded) throw new Error('not needed');
      const folder = process.env.MUTANTS_RESULTS;
      let failed = null;
      mutantHooks.beforeAll(() => appendMutantResult(folder + '/started', '${number}\\n'));
      mutantHooks.beforeEach((context) => {
        if (!(${wanted})) context.skip();
        context.onTestFailed(() => {
          failed ??= context.task.name;
          killed.add(${number});
          killing.add(test).add(test + context.task.name);
        });
      });
      mutantHooks.afterAll(() =>
        appendMutantResult(folder + '/results', JSON.stringify({ number: ${number}, test, failed }) + '\\n'));
    }
  `.replaceAll(/\s+/g, ' ');
}

const linesOf = (path: string): string[] => (existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []);

function copyOf(sandbox: Sandbox, name: string, number: number, test: string): Copy {
  const text = readFileSync(join(sandbox.folder, test), 'utf8');
  return {
    path: join(sandbox.folder, dirname(test), `${name}.mutant.test.ts`),
    text: `${preamble(number, test)}\n${text}`,
  };
}

function copiesFor(sandbox: Sandbox, group: readonly Numbered[], nearOf: (mutant: Mutant) => Stage): Copy[] {
  const tests = new Set<string>();
  const copies = group.flatMap(({ mutant, number }) =>
    nearOf(mutant)
      .files.slice(0, maxFiles)
      .map((test, index) => {
        tests.add(test);
        return copyOf(sandbox, `m${String(number).padStart(5, '0')}-${index}`, number, test);
      }),
  );
  return [...copies, ...[...tests].map((test, index) => copyOf(sandbox, `z${index}`, 0, test))];
}

/** Runs the copies and returns what they found, and the mutant during which the process stopped, if it did. */
async function runGroup(sandbox: Sandbox, copies: readonly Copy[]): Promise<{ results: Result[]; stuck: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-results-'));
  try {
    for (const { path, text } of copies) writeFileSync(path, text);
    const [startedPath, resultsPath] = [join(folder, 'started'), join(folder, 'results')];
    let seen = { lines: 0, at: performance.now() };
    const isStuck = (): boolean => {
      const lines = linesOf(startedPath).length + linesOf(resultsPath).length;
      if (lines !== seen.lines) seen = { lines, at: performance.now() };
      return performance.now() - seen.at > patienceMs;
    };
    await sandbox.runCopies({ MUTANTS_RESULTS: folder }, isStuck);
    const results = linesOf(resultsPath).map((line) => JSON.parse(line) as Result);
    if (results.length === 0) throw new Error('no test ran; is the machine too busy to start a test worker in time?');
    const started = linesOf(startedPath).map(Number);
    return { results, stuck: started.length > results.length ? (started.at(-1) ?? 0) : 0 };
  } finally {
    for (const { path } of copies) rmSync(path, { force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Tests that passed on the original code. After a mutant that never ended, those that killed others have yet to run there. */
async function soundTests(sandbox: Sandbox, results: readonly Result[], stuck: number): Promise<Set<string>> {
  const passedIn = (list: readonly Result[]) =>
    new Set(list.filter(({ number, failed }) => number === 0 && failed === null).map(({ test }) => test));
  if (stuck === 0) return passedIn(results);
  const killing = new Set(results.filter(({ failed }) => failed !== null).map(({ test }) => test));
  const copies = [...killing].map((test, index) => copyOf(sandbox, `z${index}`, 0, test));
  return passedIn((await runGroup(sandbox, copies)).results);
}

/**
 * Judges mutants by the tests near them in one process, each switched on in turn. A kill counts if the same test passes on the
 * original code afterwards. Whatever is not killed here, or cannot be switched, has to be judged alone.
 */
export async function judgeTogether(
  sandbox: Sandbox,
  mutants: readonly Mutant[],
  nearOf: (mutant: Mutant) => Stage,
  settle: (outcome: Outcome) => void,
): Promise<void> {
  const numbered = mutants
    .map((mutant, index) => ({ mutant, number: index + 1 }))
    .filter(({ mutant }) => nearOf(mutant).project === 'sqlite' && nearOf(mutant).files.length > 0)
    .filter(({ mutant }) => !inThreads.test(mutant.file));
  const files = [...Map.groupBy(numbered, ({ mutant }) => mutant.file)];
  const originals = files.map(([file]) => [file, readFileSync(join(sandbox.folder, file), 'utf8')] as const);
  const switched = files.flatMap(([file, list]) => {
    const { text, included } = withSwitches(readFileSync(join(sandbox.folder, file), 'utf8'), list);
    writeFileSync(join(sandbox.folder, file), text);
    return included;
  });
  try {
    let open = switched.toSorted((a, b) => a.number - b.number);
    while (open.length > 0) {
      const group = open.slice(0, groupSize);
      const started = performance.now();
      const { results, stuck } = await runGroup(sandbox, copiesFor(sandbox, group, nearOf));
      const seconds = (performance.now() - started) / 1000 / group.length;
      const sound = await soundTests(sandbox, results, stuck);
      for (const { mutant, number } of group) {
        const kill = results.find((one) => one.number === number && one.failed !== null && sound.has(one.test));
        if (kill !== undefined) settle({ mutant, killedBy: `${kill.test}: ${kill.failed}`, timedOut: false, seconds });
      }
      open = stuck === 0 ? open.slice(groupSize) : open.filter(({ number }) => number > stuck);
    }
  } finally {
    for (const [file, text] of originals) writeFileSync(join(sandbox.folder, file), text);
  }
}
