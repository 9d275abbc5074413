/**
 * `npm run mutants -- --seed=1 --count=200 --since=COMMIT --only=features/tasks`: changes the server's code in small ways, one
 * at a time and in copies of the project, and says which changes no test noticed.
 */
import { rmSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { startTestPostgres } from '../test/support/servers/postgres-server.ts';
import { scratchFolder } from '../test/support/scratch.ts';
import { makeTemplates } from '../test/support/runner/templates.ts';
import type { TestRun } from './mutants/runner.ts';
import { createSandbox } from './mutants/sandbox.ts';
import type { Sandbox } from './mutants/sandbox.ts';
import { allMutants, changedSince, readEquivalents, select, testFinder } from './mutants/selection.ts';
import type { Mutant } from './mutants/selection.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
    since: { type: 'string' },
    only: { type: 'string', default: '' },
    kind: { type: 'string', default: '' },
    tests: { type: 'string' },
    part: { type: 'string', default: '1/1' },
    workers: { type: 'string', default: String(availableParallelism()) },
    list: { type: 'boolean', default: false },
  },
});
const [part = 1, parts = 1] = values.part.split('/').map(Number);
const wantedShare = 0.9;
const equivalentsPath = 'scripts/mutants-equivalent.txt';

const equivalents = readEquivalents(equivalentsPath);
const all = allMutants();
for (const { what, fits } of equivalents)
  if (!all.some(fits)) console.warn(`${equivalentsPath}: no change matches ${what} any more`);
const isChanged = values.since === undefined ? () => true : changedSince(values.since);
const mutants = select(
  all
    .filter((mutant) => mutant.file.includes(values.only) && mutant.operator.includes(values.kind) && isChanged(mutant))
    .filter((mutant) => !equivalents.some(({ fits }) => fits(mutant))),
  values.seed,
  Number(values.count),
).filter((_, index) => index % parts === part - 1);

const short = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= 100 ? line : `${line.slice(0, 50)} … ${line.slice(-50)}`;
};
const describe = ({ file, line, within, operator, before, replacement, lineText }: Mutant): string =>
  `${file}:${line}  ${operator} in ${within}\n    ${short(before)}  →  ${replacement === '' ? 'nothing' : short(replacement)}     in: ${short(lineText)}`;

/** Whether each test file that failed for a mutant passes on the original code, by engine; others prove nothing. */
const sound = { sqlite: new Map<string, boolean>(), postgres: new Map<string, boolean>() };

/** Returns the test that noticed the change. */
async function failureIn(sandbox: Sandbox, change: Applied, run: TestRun): Promise<string | undefined> {
  const known = sound[run.project];
  for (;;) {
    const tests = run.tests.filter((test) => known.get(test) !== false);
    if (tests.length === 0) return undefined;
    const failed = await change(() => sandbox.runTests({ ...run, tests }));
    if (failed === undefined) return undefined;
    if (failed.file === '') return failed.test;
    if (!known.has(failed.file)) {
      const again = await sandbox.runTests({ ...run, tests: [failed.file] });
      known.set(failed.file, again === undefined);
      if (again !== undefined) console.warn(`left out: ${failed.file} fails on the original code`);
    }
    if (known.get(failed.file) === true) return `${failed.file}: ${failed.test}`;
  }
}

type Applied = <T>(work: () => Promise<T>) => Promise<T>;
const testsFor = testFinder();
const chosen: Omit<TestRun, 'changed'> | undefined =
  values.tests === undefined
    ? undefined
    : { project: values.tests.includes('.postgres.') ? 'postgres' : 'sqlite', tests: values.tests.split(',') };

async function judge(sandbox: Sandbox, mutant: Mutant): Promise<string | undefined> {
  const { file, start, end, replacement } = mutant;
  const change: Applied = (work) =>
    sandbox.withChange(file, (text) => text.slice(0, start) + replacement + text.slice(end), work);
  const { near, more } =
    chosen === undefined ? testsFor(mutant) : { near: { ...chosen, changed: file }, more: undefined };
  return (
    (await failureIn(sandbox, change, near)) ??
    (await change(sandbox.compile)) ??
    (more === undefined ? undefined : await failureIn(sandbox, change, more))
  );
}

async function judgeAll(sandboxes: readonly Sandbox[]): Promise<Mutant[]> {
  const [queue, survivors] = [[...mutants], new Array<Mutant>()];
  let done = 0;
  const work = async (sandbox: Sandbox): Promise<void> => {
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const started = performance.now();
      const noticed = await judge(sandbox, mutant);
      if (noticed === undefined) survivors.push(mutant);
      done += 1;
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      console.log(`[${done}/${mutants.length}] ${seconds} s  ${describe(mutant)}\n    ${noticed ?? 'SURVIVED'}`);
    }
  };
  await Promise.all(sandboxes.map(work));
  return survivors;
}

async function run(): Promise<void> {
  setPriority(10);
  const server = await startTestPostgres();
  const templates = scratchFolder('template');
  const sandboxes: Sandbox[] = [];
  const cleanUp = async (): Promise<void> => {
    for (const sandbox of sandboxes) sandbox.remove();
    await server.stop();
    rmSync(templates, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void cleanUp().then(() => process.exit(1)));
  try {
    await makeTemplates(templates, server.url);
    const env = { TEST_POSTGRES_URL: server.url, TEST_TEMPLATE_FOLDER: templates };
    for (let index = 0; index < Number(values.workers); index += 1) sandboxes.push(createSandbox(env));
    const survivors = await judgeAll(sandboxes);
    const share = 1 - survivors.length / Math.max(1, mutants.length);
    console.log(`\nSurvivors: ${survivors.length}\n${survivors.map(describe).join('\n')}`);
    console.log(`\n${mutants.length} mutants, seed ${values.seed}: ${(share * 100).toFixed(1)} % noticed`);
    if (share < wantedShare) process.exitCode = 1;
  } finally {
    await cleanUp();
  }
}

if (values.list) console.log(mutants.map(describe).join('\n'));
else await run();
