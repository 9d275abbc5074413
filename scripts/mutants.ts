/**
 * `npm run mutants -- --seed=1 --count=200 --only=src/server/features/tasks`: changes the server's code in small ways, one
 * at a time and in copies of the project, and says which changes no test noticed.
 */
import { availableParallelism, setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/support/postgres-server.ts';
import { createSandbox } from './mutants/sandbox.ts';
import type { Sandbox } from './mutants/sandbox.ts';
import { isEquivalent, mutantsOf, readEquivalents, select, sourceFiles } from './mutants/selection.ts';
import type { Mutant } from './mutants/selection.ts';
import { stagesFor } from './mutants/tests.ts';
import type { Stage } from './mutants/tests.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
    only: { type: 'string', default: '' },
    workers: { type: 'string', default: String(availableParallelism()) },
    list: { type: 'boolean', default: false },
  },
});
const [count, workers] = [Number(values.count), Number(values.workers)];
if (!Number.isSafeInteger(count) || !Number.isSafeInteger(workers) || count < 1 || workers < 1) {
  console.error('usage: npm run mutants -- [--seed=1] [--count=200] [--only=PATH] [--workers=N] [--list]');
  process.exit(2);
}

const wantedShare = 0.9;
const equivalentsPath = 'scripts/mutants-equivalent.txt';

const equivalents = readEquivalents(equivalentsPath);
const all = sourceFiles().flatMap(mutantsOf);
for (const one of equivalents.filter((entry) => !all.some((mutant) => isEquivalent(mutant, entry))))
  console.warn(`${equivalentsPath}: no change matches "${one.line}" of ${one.file} any more`);
const mutants = select(
  all.filter((mutant) => mutant.file.includes(values.only) && !equivalents.some((one) => isEquivalent(mutant, one))),
  values.seed,
  count,
);

const short = (text: string, length: number): string => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= length ? line : `${line.slice(0, length / 2)} … ${line.slice(-length / 2)}`;
};
const placeOf = ({ file, line, operator }: Mutant): string => `${file}:${line}  ${operator}`;
const changeOf = ({ before, replacement, lineText }: Mutant): string =>
  `${short(before, 80)}  →  ${replacement === '' ? 'nothing' : short(replacement, 80)}     in: ${short(lineText, 100)}`;

if (values.list) {
  for (const mutant of mutants) console.log(`${placeOf(mutant)}\n    ${changeOf(mutant)}`);
  process.exit(0);
}

type Outcome = { mutant: Mutant; killedBy: string | undefined; seconds: number };

/** What noticed the change: a test, or the compiler, which is asked before the long stages. */
async function judge(sandbox: Sandbox, mutant: Mutant): Promise<string | undefined> {
  const apply = (text: string) => text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end);
  return sandbox.withChange(mutant.file, apply, async () => {
    for (const stage of stagesFor(mutant.file)) {
      if (stage.name === 'whole') {
        const complaint = await sandbox.compile();
        if (complaint !== undefined) return `the compiler: ${complaint}`;
      }
      const failure = await sandbox.runTests(stage);
      if (failure !== undefined) return `${stage.name}: ${failure}`;
    }
    return undefined;
  });
}

/** Every worker takes the next item until none is left. */
async function inParallel<T>(
  sandboxes: readonly Sandbox[],
  items: readonly T[],
  work: (sandbox: Sandbox, item: T) => Promise<void>,
) {
  const queue = [...items];
  await Promise.all(
    sandboxes.map(async (sandbox) => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(sandbox, item);
    }),
  );
}

/** Without a change every test must pass, or a failing one would count as having noticed whatever was changed. */
async function checkUnchanged(sandboxes: readonly Sandbox[]): Promise<void> {
  const stages = mutants.flatMap(({ file }) => stagesFor(file));
  const runs = (['sqlite', 'postgres'] as const).flatMap((project) =>
    [...new Set(stages.filter((stage) => stage.project === project).flatMap(({ files }) => files))].map((file) => ({
      project,
      file,
    })),
  );
  const portion = 12;
  const portions: Pick<Stage, 'project' | 'files'>[] = (['sqlite', 'postgres'] as const).flatMap((project) => {
    const files = runs.filter((run) => run.project === project).map(({ file }) => file);
    return Array.from({ length: Math.ceil(files.length / portion) }, (_, index) => ({
      project,
      files: files.slice(index * portion, (index + 1) * portion),
    }));
  });
  console.log(`Without a change: ${runs.length} test files`);
  await inParallel(sandboxes, portions, async (sandbox, stage) => {
    const failure = (await sandbox.runTests(stage)) === undefined ? undefined : await sandbox.runTests(stage);
    if (failure !== undefined) throw new Error(`a test fails without any change (${stage.project}): ${failure}`);
  });
}

async function judgeAll(sandboxes: readonly Sandbox[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  await inParallel(sandboxes, mutants, async (sandbox, mutant) => {
    const started = performance.now();
    const killedBy = await judge(sandbox, mutant);
    const seconds = Math.round((performance.now() - started) / 1000);
    outcomes.push({ mutant, killedBy, seconds });
    const what = killedBy === undefined ? 'SURVIVED' : `killed by ${short(killedBy, 100)}`;
    console.log(`[${outcomes.length}/${mutants.length}] ${seconds} s  ${placeOf(mutant)}\n    ${what}`);
  });
  return outcomes;
}

setPriority(10);
const server = await startPostgres();
const sandboxes: Sandbox[] = [];
try {
  for (let index = 0; index < Math.min(workers, mutants.length); index += 1) sandboxes.push(createSandbox(server.url));
  await checkUnchanged(sandboxes);
  const outcomes = await judgeAll(sandboxes);
  const survivors = outcomes.filter(({ killedBy }) => killedBy === undefined);
  const compiled = outcomes.filter(({ killedBy }) => killedBy?.startsWith('the compiler:')).length;
  const share = 1 - survivors.length / Math.max(1, outcomes.length);
  const seconds = outcomes.reduce((sum, outcome) => sum + outcome.seconds, 0) / Math.max(1, outcomes.length);
  console.log(`\n${survivors.length} survivors${survivors.length === 0 ? '' : ':'}`);
  for (const { mutant } of survivors) console.log(`${placeOf(mutant)}\n    ${changeOf(mutant)}`);
  console.log(
    `\n${outcomes.length} mutants of ${all.length}, seed ${values.seed}: ${outcomes.length - survivors.length} killed ` +
      `(${compiled} of them by the compiler), ${(share * 100).toFixed(1)} %; ${seconds.toFixed(0)} s each`,
  );
  if (share < wantedShare) process.exitCode = 1;
} finally {
  for (const sandbox of sandboxes) sandbox.remove();
  await server.stop();
}
