/**
 * `npm run mutants -- --seed=1 --count=200 --only=src/server/features/tasks`: changes the server's code in small ways, one
 * at a time and in copies of the project, and says which changes no test noticed.
 */
import { availableParallelism, setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { rmSync } from 'node:fs';
import { startTestPostgres } from '../test/support/servers/postgres-server.ts';
import { scratchFolder } from '../test/support/scratch.ts';
import { makeTemplates } from '../test/support/runner/templates.ts';
import { coverageOf, testFiles } from './mutants/coverage.ts';
import { createJudge, inParallel } from './mutants/judge.ts';
import type { Outcome } from './mutants/judge.ts';
import { cachedOutcomes, cachedSoundness } from './mutants/outcomes.ts';
import { createSandbox } from './mutants/sandbox.ts';
import type { Sandbox } from './mutants/sandbox.ts';
import { isEquivalent, mutantsOf, readEquivalents, select, sourceFiles } from './mutants/selection.ts';
import type { Mutant } from './mutants/selection.ts';
import { nearStage, stagesFor } from './mutants/tests.ts';
import type { Stage } from './mutants/tests.ts';
import { judgeTogether } from './mutants/together.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
    only: { type: 'string', default: '' },
    kind: { type: 'string', default: '' },
    workers: { type: 'string', default: String(availableParallelism()) },
    list: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    together: { type: 'boolean', default: false },
    tests: { type: 'string', default: '' },
    part: { type: 'string', default: '1/1' },
    near: { type: 'boolean', default: false },
    nice: { type: 'string', default: '10' },
  },
});
const [count, workers] = [Number(values.count), Number(values.workers)];
if (!Number.isSafeInteger(count) || !Number.isSafeInteger(workers) || count < 1 || workers < 1) {
  console.error(
    'usage: npm run mutants -- [--seed=1] [--count=200] [--part=1/2] [--only=PATH] [--kind=NAME] [--tests=FILE,FILE] ' +
      '[--workers=N] [--nice=10] [--list] [--together] [--near] [--record]',
  );
  process.exit(2);
}

const wantedShare = 0.9;
const equivalentsPath = 'scripts/mutants-equivalent.txt';

const equivalents = readEquivalents(equivalentsPath);
const all = sourceFiles().flatMap(mutantsOf);
for (const one of equivalents.filter((entry) => !all.some((mutant) => isEquivalent(mutant, entry))))
  console.warn(`${equivalentsPath}: no change matches "${one.line}" in ${one.within ?? one.file} any more`);
const [part = 1, parts = 1] = values.part.split('/').map(Number);
const mutants = select(
  all
    .filter(({ file, operator }) => file.includes(values.only) && operator.includes(values.kind))
    .filter((mutant) => !equivalents.some((one) => isEquivalent(mutant, one))),
  values.seed,
  count,
).filter((_, index) => index % parts === part - 1);

const short = (text: string, length: number): string => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= length ? line : `${line.slice(0, length / 2)} … ${line.slice(-length / 2)}`;
};
const placeOf = ({ file, line, within, operator }: Mutant): string => `${file}:${line}  ${operator} in ${within}`;
const changeOf = ({ before, replacement, lineText }: Mutant): string =>
  `${short(before, 80)}  →  ${replacement === '' ? 'nothing' : short(replacement, 80)}     in: ${short(lineText, 100)}`;

if (values.list) {
  for (const mutant of mutants) console.log(`${placeOf(mutant)}\n    ${changeOf(mutant)}`);
  process.exit(0);
}

const survivor = (mutant: Mutant): Outcome => ({ mutant, killedBy: undefined, timedOut: false, seconds: 0 });

/**
 * First the tests near the code, for all mutants, then what else covers it, for those that passed. Only that needs to know what
 * each test calls.
 */
async function judgeAll(sandboxes: readonly Sandbox[]): Promise<Outcome[]> {
  const sound = cachedSoundness(values.record);
  const judge = createJudge(sound);
  const cached = cachedOutcomes(values.record);
  const outcomes: Outcome[] = [];
  const alone = sandboxes.slice(0, 1);
  const settle = (outcome: Outcome, stages: readonly Stage[]): void => {
    outcomes.push(outcome);
    cached.keep(outcome, stages);
    const what = outcome.killedBy === undefined ? 'SURVIVED' : `killed by ${short(outcome.killedBy, 140)}`;
    console.log(
      `[${outcomes.length}/${mutants.length}] ${outcome.seconds.toFixed(0)} s  ${placeOf(outcome.mutant)}\n    ${what}`,
    );
  };
  /** Returns those that no test noticed. */
  const pass = async (list: readonly Mutant[], stagesOf: (mutant: Mutant) => Stage[], compiles: boolean) => {
    const passed: Mutant[] = [];
    const late: Mutant[] = [];
    const judgeOne = async (place: Sandbox, mutant: Mutant, isAlone: boolean): Promise<void> => {
      const stages = stagesOf(mutant);
      const outcome = await judge(place, mutant, stages, { compiles });
      if (outcome.timedOut && !isAlone) late.push(mutant);
      else if (outcome.killedBy === undefined) passed.push(mutant);
      else settle(outcome, stages);
    };
    await inParallel(sandboxes, list, (place, mutant) => judgeOne(place, mutant, sandboxes.length === 1));
    // With nothing beside it, a test that takes too long does so because of the change.
    await inParallel(alone, late, (place, mutant) => judgeOne(place, mutant, true));
    return passed;
  };

  const unknown = mutants.filter((mutant) => {
    const known = cached.find(mutant);
    if (known?.killedBy !== undefined) outcomes.push(known);
    return known?.killedBy === undefined;
  });
  if (outcomes.length > 0) console.log(`${outcomes.length} of ${mutants.length} are known from earlier runs`);
  const tests = testFiles();
  const chosen = values.tests === '' ? undefined : values.tests.split(',');
  const near = new Map(unknown.map((mutant) => [mutant, nearStage(mutant, tests, chosen)]));
  const nearOf = (mutant: Mutant) => near.get(mutant) ?? nearStage(mutant, tests, chosen);
  const killed = new Set<Mutant>();
  await inParallel(alone, [unknown], (sandbox, list) =>
    judgeTogether(sandbox, list, nearOf, (outcome) => {
      killed.add(outcome.mutant);
      settle(outcome, []);
    }),
  );
  const rest = unknown.filter((mutant) => !killed.has(mutant));
  const passed = values.together ? rest : await pass(rest, (mutant) => [nearOf(mutant)], true);
  for (const mutant of passed) console.log(`passed the tests near it: ${placeOf(mutant)}\n    ${changeOf(mutant)}`);
  if (values.near || values.together) return [...outcomes, ...passed.map(survivor)];
  if (passed.length === 0) return outcomes;

  const [coverage = []] = await Promise.all(alone.map((sandbox) => coverageOf(sandbox, values.record)));
  const stagesOf = (mutant: Mutant) => stagesFor(mutant, coverage);
  const open = passed.filter((mutant) => cached.find(mutant, stagesOf(mutant)) === undefined);
  const survivors = await pass(open, stagesOf, false);
  for (const mutant of passed.filter((one) => survivors.includes(one) || !open.includes(one)))
    settle(survivor(mutant), stagesOf(mutant));
  return outcomes;
}

function report(outcomes: readonly Outcome[]): void {
  const total = Math.max(1, outcomes.length);
  const survivors = outcomes.filter(({ killedBy }) => killedBy === undefined);
  const compiled = outcomes.filter(({ killedBy }) => killedBy?.startsWith('compiler: ')).length;
  const share = 1 - survivors.length / total;
  const seconds = outcomes.reduce((sum, outcome) => sum + outcome.seconds, 0) / total;
  console.log(`\nSurvivors: ${survivors.length}`);
  for (const { mutant } of survivors) console.log(`${placeOf(mutant)}\n    ${changeOf(mutant)}`);
  console.log(
    `\n${outcomes.length} of ${all.length} possible mutants, seed ${values.seed}: ` +
      `${outcomes.length - survivors.length} killed (${compiled} of them by the compiler), ` +
      `${(share * 100).toFixed(1)} %, ${seconds.toFixed(0)} s each`,
  );
  if (share < wantedShare) process.exitCode = 1;
}

setPriority(Number(values.nice));
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort(new Error(signal)));
const server = await startTestPostgres();
const templates = scratchFolder('template');
const sandboxes: Sandbox[] = [];
try {
  await makeTemplates(templates, server.url);
  const env = { TEST_POSTGRES_URL: server.url, TEST_TEMPLATE_FOLDER: templates };
  for (let index = 0; index < Math.min(workers, mutants.length); index += 1)
    sandboxes.push(createSandbox(env, stopping.signal));
  report(await judgeAll(sandboxes));
} catch (error) {
  if (!stopping.signal.aborted) throw error;
  console.error('stopped');
  process.exitCode = 130;
} finally {
  stopping.abort();
  for (const sandbox of sandboxes) sandbox.remove();
  await server.stop();
  rmSync(templates, { recursive: true, force: true });
}
