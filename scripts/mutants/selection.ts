import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { changesOf } from './operators.ts';
import type { Change } from './operators.ts';
import type { TestRun } from './runner.ts';

export type Mutant = Change & { file: string; line: number; lineText: string; before: string };

const sources = ['src/server/features/**/*.{policy,queries,service}.ts', 'src/server/{auth,http,lib}/**/*.ts'];
const excluded = /\.test\.ts$|\/(?:log|type|schema|package|security-headers)\.ts$/;
const filesIn = (patterns: string[]): string[] =>
  globSync(patterns)
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();

export const allMutants = (): Mutant[] =>
  filesIn(sources)
    .filter((file) => !excluded.test(file))
    .flatMap(mutantsOf);

function mutantsOf(file: string): Mutant[] {
  const text = readFileSync(file, 'utf8');
  return changesOf(text).map((change) => {
    const lineStart = text.lastIndexOf('\n', change.start - 1) + 1;
    const lineText = text.slice(lineStart, text.indexOf('\n', lineStart)).trim();
    const line = text.slice(0, change.start).split('\n').length;
    return { ...change, file, line, lineText, before: text.slice(change.start, change.end) };
  });
}

/** Whether a line was added or changed since a commit. Moved files count only where they changed. */
export function changedSince(commit: string): (mutant: Mutant) => boolean {
  const diff = execFileSync('git', ['diff', '-U0', '-M', commit, '--', 'src/server'], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  const lines = new Set<string>();
  let file = '';
  for (const text of diff.split('\n')) {
    file = /^\+\+\+ b\/(.*)/.exec(text)?.[1] ?? file;
    const [, from = '0', count = '1'] = /^@@ \S+ \+(\d+)(?:,(\d+))? @@/.exec(text) ?? ['', '0', '0'];
    for (let at = 0; at < Number(count); at += 1) lines.add(`${file}:${Number(from) + at}`);
  }
  return (mutant) => lines.has(`${mutant.file}:${mutant.line}`);
}

/** Paragraphs of `file:`, `line:`, perhaps `within:` and `change:`, and `why:`; lines that begin with # are comments. */
export function readEquivalents(path: string): { what: string; fits: (mutant: Mutant) => boolean }[] {
  const text = readFileSync(path, 'utf8').replaceAll(/^#.*$/gm, '');
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
  return paragraphs.map((paragraph) => {
    const { file, line, within, change, why } = Object.fromEntries(
      Array.from(paragraph.matchAll(/^(\w+): *(.*?) *$/gm), ([, name = '', value]) => [name, value]),
    );
    if (file === undefined || line === undefined || why === undefined)
      throw new Error(`${path}: file, line and why are required in:\n${paragraph}`);
    const fits = (one: Mutant): boolean =>
      one.file === file &&
      one.lineText === line &&
      (within ?? one.within) === one.within &&
      (change ?? one.operator) === one.operator;
    return { what: `"${line}" in ${within ?? file}`, fits };
  });
}

/** Each kind of change gets an equal share. Within a kind the order depends on the seed and the changed text alone. */
export function select(mutants: readonly Mutant[], seed: string, count: number): Mutant[] {
  const keyOf = ({ file, within, operator, lineText, before, replacement }: Mutant): string =>
    createHash('sha256').update([seed, file, within, operator, lineText, before, replacement].join('\n')).digest('hex');
  const ordered = mutants
    .map((mutant) => ({ mutant, key: keyOf(mutant) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ mutant }) => mutant);
  const kinds = [...Map.groupBy(ordered, ({ operator }) => operator).values()];
  const longest = Math.max(0, ...kinds.map((list) => list.length));
  const inTurns = Array.from({ length: longest }, (_, turn) => kinds.flatMap((list) => list[turn] ?? [])).flat();
  const onePerLine = new Map(inTurns.toReversed().map((mutant) => [`${mutant.file}:${mutant.line}`, mutant]));
  const chosen = new Set(onePerLine.values());
  return inTurns.filter((mutant) => chosen.has(mutant)).slice(0, count);
}

/** Tests of processes do not run the changed code, or mostly wait; slow ones are about parts that seldom change. */
const isLeftOut = ({ file, text }: { file: string; text: string }): boolean =>
  file.endsWith('.slow.test.ts') || /support\/processes\.ts|musterProgram/.test(text);

/** The feature's folder for a file of a feature, otherwise the folder of the file. */
const homeOf = (file: string): string => /^src\/server\/features\/[^/]+/.exec(file)?.[0] ?? dirname(file);

const [nearFiles, moreFiles] = [6, 20];

/** `task` and `kinds` of `taskKinds`, `task_kinds` or `task-kinds`. */
const wordsIn = (text: string): string[] =>
  text
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .match(/[a-z]{4,}/g) ?? [];

/**
 * Finds the tests that are most likely to notice a change: those named like the file, those beside it, those of its feature and
 * those that import it, then all others by the words of the change that they have, of which rare ones say most. Only the
 * tests of locks and races on PostgreSQL notice a dropped lock. What each write locks and records is in one test.
 */
export function testFinder(): (mutant: Mutant) => { near: TestRun; more: TestRun } {
  const tests = filesIn(['src/server/**/*.test.ts', 'test/*.test.ts'])
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    .filter((test) => !isLeftOut(test))
    .map((test) => ({ ...test, words: new Set(wordsIn(`${test.file} ${test.text}`)) }));
  const weightOf = (word: string): number =>
    Math.log(tests.length / Math.max(1, tests.filter(({ words }) => words.has(word)).length));
  return ({ file, within, operator, lineText, before }) => {
    const project = operator === 'lock dropped' ? 'postgres' : 'sqlite';
    const other = project === 'sqlite' ? '.postgres.test.ts' : '.sqlite.test.ts';
    const [stem = ''] = basename(file).split('.', 1);
    const path = file.split('/').slice(3).join('/');
    const weights = [...new Set(wordsIn(`${path} ${within} ${lineText} ${before}`))].map((word) => ({
      word,
      weight: weightOf(word),
    }));
    const rank = ({ file: test, text }: { file: string; text: string }): number => {
      if (/lock|consequence/.test(operator) && test === 'test/write-effects.test.ts') return 0;
      if (project === 'postgres' && /locks|races/.test(test)) return 1;
      if (basename(test).startsWith(`${stem}.`)) return 0;
      if (dirname(test) === dirname(file)) return 1;
      if (test.startsWith(`${homeOf(file)}/`)) return 2;
      return text.includes(`/${basename(file)}'`) ? 3 : 4;
    };
    const ranked = tests
      .filter(({ file: test }) => !test.endsWith(other))
      .map((test) => ({
        file: test.file,
        rank: rank(test),
        score: weights.reduce((sum, { word, weight }) => (test.words.has(word) ? sum + weight : sum), 0),
      }))
      .toSorted((a, b) => b.score - a.score);
    const near = ranked
      .filter((one) => one.rank < 4)
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, nearFiles);
    const more = ranked.filter((one) => !near.includes(one)).slice(0, moreFiles);
    const runOf = (list: typeof ranked): TestRun => ({ changed: file, project, tests: list.map((one) => one.file) });
    return { near: runOf(near), more: runOf(more) };
  };
}
