import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Covering } from './coverage.ts';
import type { Engine } from './sandbox.ts';
import type { Mutant } from './selection.ts';

/** One run of tests, in this order. A mutant that passes all of them goes on to the next stage. */
export type Stage = { name: 'near' | 'first' | 'rest' | 'PostgreSQL'; project: Engine; files: string[]; ms: number };

/** Which share of the time of all tests a stage may take. What covers the code best comes first, so little is lost. */
const shares = { first: 0.03, rest: 0.25, PostgreSQL: 0.2 };

/** The feature's folder for a file of a feature, otherwise the folder of the file. */
const homeOf = (file: string): string => /^src\/server\/features\/[^/]+/.exec(file)?.[0] ?? dirname(file);

/** 0 for tests beside the file, 1 for those of its feature, 2 for others. */
function distance(source: string, test: string): number {
  if (dirname(source) === dirname(test)) return 0;
  return test.startsWith(`${homeOf(source)}/`) ? 1 : 2;
}

/** Whether the tests call the function, or, if the change is outside of any, something of its file. */
function covers({ sources }: Covering, { file, within }: Pick<Mutant, 'file' | 'within'>, isKnown: boolean): boolean {
  const names = sources[file];
  return names !== undefined && (!isKnown || names.includes(within));
}

const maxNear = 6;

/**
 * The tests that are most likely to notice a change, without knowing what they call: beside the file, those with its name first,
 * those of its feature, and those that import it. For a dropped lock, the tests of races on PostgreSQL come first.
 */
export function nearStage(
  { file, operator }: Pick<Mutant, 'file' | 'operator'>,
  tests: readonly { project: Engine; file: string }[],
  chosen?: readonly string[],
): Stage {
  const isLock = operator === 'lock dropped' || chosen?.some((test) => test.includes('.postgres.')) === true;
  const [stem = ''] = basename(file).split('.', 1);
  const rank = (test: string): number => distance(file, test) - (basename(test).startsWith(`${stem}.`) ? 0.5 : 0);
  const isNear = ({ project, file: test }: { project: Engine; file: string }): boolean => {
    if (isLock)
      return /^test\/.*(?:locks|races).*\.test\.ts$/.test(test) || (rank(test) < 2 && !test.includes('.sqlite.'));
    return project === 'sqlite' && (rank(test) < 2 || readFileSync(test, 'utf8').includes(`/${basename(file)}'`));
  };
  const files = tests
    .filter(isNear)
    .map((one) => one.file)
    .toSorted((a, b) => rank(a) - rank(b));
  const project = isLock ? 'postgres' : 'sqlite';
  return { name: 'near', project, files: [...(chosen ?? files.slice(0, maxNear))], ms: 60_000 };
}

type Budget = { ms: number; isFree?: (test: Covering) => boolean };

/** At least the first test, and as many more as there is time for. */
function stageOf(
  name: Stage['name'],
  project: Engine,
  tests: readonly Covering[],
  { ms: most, isFree = () => false }: Budget,
): Stage {
  const files: string[] = [];
  let ms = 0;
  for (const test of tests) {
    if (!isFree(test) && files.length > 0 && ms + test.ms > most) continue;
    files.push(test.file);
    ms += test.ms;
  }
  return { name, project, files, ms };
}

/**
 * The tests that call the changed code: beside it first, then those of its feature, then the quickest. Tests for PostgreSQL come
 * last, because only they notice a missing lock; a dropped lock is therefore tested there first.
 */
export function stagesFor(
  mutant: Pick<Mutant, 'file' | 'within' | 'operator'>,
  coverage: readonly Covering[],
): Stage[] {
  const { file, operator } = mutant;
  const isKnown = coverage.some(({ sources }) => sources[file]?.includes(mutant.within) === true);
  const covering = coverage
    .filter((one) => covers(one, mutant, isKnown))
    .toSorted((a, b) => distance(file, a.file) - distance(file, b.file) || a.ms - b.ms);
  const onSqlite = covering.filter(({ project }) => project === 'sqlite');
  const totalMs = coverage.reduce((sum, { ms }) => sum + ms, 0);
  const isBeside = (one: Covering) => distance(file, one.file) === 0;
  const first = stageOf('first', 'sqlite', onSqlite, { ms: shares.first * totalMs, isFree: isBeside });
  const others = onSqlite.filter((one) => !first.files.includes(one.file));
  const rest = stageOf('rest', 'sqlite', others, { ms: shares.rest * totalMs });
  // Tests of locks only, and those beside the file.
  const onPostgres = covering.filter(
    (one) => one.project === 'postgres' || (!one.file.endsWith('.sqlite.test.ts') && isBeside(one)),
  );
  const postgres = stageOf('PostgreSQL', 'postgres', onPostgres, { ms: shares.PostgreSQL * totalMs });
  const stages = operator === 'lock dropped' ? [postgres, first, rest] : [first, rest, postgres];
  return stages.filter(({ files }) => files.length > 0);
}
