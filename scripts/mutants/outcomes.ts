import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CachedSoundness, Outcome } from './judge.ts';
import { keyOf } from './selection.ts';
import type { Mutant } from './selection.ts';
import type { Stage } from './tests.ts';

/** An outcome of an earlier run, and a digest of what it depends on. */
type CachedOutcome = { key: string; digest: string; killedBy: string | undefined; seconds: number };

const path = 'node_modules/.cache/muster/mutants-outcomes.json';
const soundPath = 'node_modules/.cache/muster/mutants-sound.json';

const sha256 = (...parts: readonly string[]): string => createHash('sha256').update(parts.join('\n')).digest('hex');
const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Comments change nothing. */
const codeOf = (file: string): string => textOf(file).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|\s+/g, '');

/** A kill depends on the changed file and on the test that noticed it, a survivor on all tests that were run for it. */
function digestOf(mutant: Mutant, killedBy: string | undefined, stages: readonly Stage[]): string {
  const tests =
    killedBy === undefined ? stages.flatMap(({ files }) => files) : [killedBy.slice(0, killedBy.indexOf(': '))];
  return sha256(codeOf(mutant.file), ...tests.map(codeOf));
}

function write(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value));
}

/** Which test files have passed on the original code, by their content. */
export function cachedSoundness(isFresh: boolean): CachedSoundness {
  const text = isFresh ? '' : textOf(soundPath);
  const all = new Set(text === '' ? [] : (JSON.parse(text) as string[]));
  const digestFor = (project: string, file: string) => sha256(project, file, codeOf(file));
  return {
    has: (project, file) => all.has(digestFor(project, file)),
    add: (project, file) => {
      all.add(digestFor(project, file));
      write(soundPath, [...all]);
    },
  };
}

/** Keeps outcomes between runs, so that a run that was stopped goes on where it was. */
export function cachedOutcomes(isFresh: boolean) {
  const readAll = (): Map<string, CachedOutcome> => {
    const text = textOf(path);
    return new Map((text === '' ? [] : (JSON.parse(text) as CachedOutcome[])).map((one) => [one.key, one]));
  };
  const known = isFresh ? new Map<string, CachedOutcome>() : readAll();
  return {
    /** Without the stages of tests, only kills are found. */
    find: (mutant: Mutant, stages: readonly Stage[] = []): Outcome | undefined => {
      const one = known.get(keyOf(mutant, ''));
      if (one === undefined || one.digest !== digestOf(mutant, one.killedBy, stages)) return undefined;
      return { mutant, killedBy: one.killedBy, timedOut: false, seconds: one.seconds };
    },
    keep: ({ mutant, killedBy, seconds }: Outcome, stages: readonly Stage[]): void => {
      const key = keyOf(mutant, '');
      // Another run may have written since.
      const all = readAll();
      all.set(key, { key, digest: digestOf(mutant, killedBy, stages), killedBy, seconds });
      write(path, [...all.values()]);
    },
  };
}
