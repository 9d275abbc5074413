/**
 * `npm run mutants -- --seed=1 --count=200 --only=src/server/features/tasks`: changes the server's code in small ways, one
 * at a time and in copies of the project, and says which changes no test noticed.
 */
import { availableParallelism, setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/support/postgres-server.ts';
import { createJudge, inParallel } from './mutants/judge.ts';
import type { Outcome } from './mutants/judge.ts';
import { createSandbox } from './mutants/sandbox.ts';
import type { Sandbox } from './mutants/sandbox.ts';
import { isEquivalent, mutantsOf, readEquivalents, select, sourceFiles } from './mutants/selection.ts';
import type { Mutant } from './mutants/selection.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
    only: { type: 'string', default: '' },
    kind: { type: 'string', default: '' },
    workers: { type: 'string', default: String(availableParallelism()) },
    list: { type: 'boolean', default: false },
  },
});
const [count, workers] = [Number(values.count), Number(values.workers)];
if (!Number.isSafeInteger(count) || !Number.isSafeInteger(workers) || count < 1 || workers < 1) {
  console.error(
    'usage: npm run mutants -- [--seed=1] [--count=200] [--only=PATH] [--kind=NAME] [--workers=N] [--list]',
  );
  process.exit(2);
}

const wantedShare = 0.9;
const equivalentsPath = 'scripts/mutants-equivalent.txt';

const equivalents = readEquivalents(equivalentsPath);
const all = sourceFiles().flatMap(mutantsOf);
for (const one of equivalents.filter((entry) => !all.some((mutant) => isEquivalent(mutant, entry))))
  console.warn(`${equivalentsPath}: no change matches "${one.line}" in ${one.within ?? one.file} any more`);
const mutants = select(
  all
    .filter(({ file, operator }) => file.includes(values.only) && operator.includes(values.kind))
    .filter((mutant) => !equivalents.some((one) => isEquivalent(mutant, one))),
  values.seed,
  count,
);

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

async function judgeAll(sandboxes: readonly Sandbox[]): Promise<Outcome[]> {
  const judge = createJudge();
  const outcomes: Outcome[] = [];
  await inParallel(sandboxes, mutants, async (sandbox, mutant) => {
    const outcome = await judge(sandbox, mutant);
    outcomes.push(outcome);
    const what = outcome.killedBy === undefined ? 'SURVIVED' : `killed by ${short(outcome.killedBy, 140)}`;
    console.log(
      `[${outcomes.length}/${mutants.length}] ${outcome.seconds.toFixed(0)} s  ${placeOf(mutant)}\n    ${what}`,
    );
  });
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

setPriority(10);
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort(new Error(signal)));
const server = await startPostgres();
const sandboxes: Sandbox[] = [];
try {
  for (let index = 0; index < Math.min(workers, mutants.length); index += 1)
    sandboxes.push(createSandbox(server.url, stopping.signal));
  report(await judgeAll(sandboxes));
} catch (error) {
  if (!stopping.signal.aborted) throw error;
  console.error('stopped');
  process.exitCode = 130;
} finally {
  stopping.abort();
  for (const sandbox of sandboxes) sandbox.remove();
  await server.stop();
}
