import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { changesOf } from './operators.ts';
import type { Change } from './operators.ts';

export type Mutant = Change & { file: string; line: number; lineText: string; before: string };
export type Equivalent = {
  file: string;
  line: string;
  within: string | undefined;
  change: string | undefined;
  why: string;
};

const sources = ['src/server/features/**/*.{policy,queries,service}.ts', 'src/server/{auth,http,lib}/**/*.ts'];
const excluded = /\.test\.ts$|\/(?:log|type|schema|package|security-headers)\.ts$/;

export const sourceFiles = (): string[] =>
  globSync(sources)
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !excluded.test(file))
    .toSorted();

export function mutantsOf(file: string): Mutant[] {
  const text = readFileSync(file, 'utf8');
  return changesOf(text).map((change) => {
    const lineStart = text.lastIndexOf('\n', change.start - 1) + 1;
    const lineText = text.slice(lineStart, text.indexOf('\n', lineStart)).trim();
    const line = text.slice(0, change.start).split('\n').length;
    return { ...change, file, line, lineText, before: text.slice(change.start, change.end) };
  });
}

/** Paragraphs of `file:`, `line:`, perhaps `within:` and `change:`, and `why:`; lines that begin with # are comments. */
export function readEquivalents(path: string): Equivalent[] {
  const paragraphs = readFileSync(path, 'utf8')
    .replaceAll(/^#.*$/gm, '')
    .split(/\n{2,}/);
  return paragraphs
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => {
      const values = new Map(
        paragraph
          .trim()
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
      );
      const [file, line, why] = [values.get('file'), values.get('line'), values.get('why')];
      if (file === undefined || line === undefined || why === undefined)
        throw new Error(`${path}: file, line and why are required in:\n${paragraph}`);
      return { file, line, within: values.get('within'), change: values.get('change'), why };
    });
}

export const isEquivalent = (mutant: Mutant, { file, line, within, change }: Equivalent): boolean =>
  mutant.file === file &&
  mutant.lineText === line &&
  (within ?? mutant.within) === mutant.within &&
  (change ?? mutant.operator) === mutant.operator;

/** Depends on the changed text alone, so that an edit elsewhere in the file does not change it. */
export const keyOf = ({ file, within, operator, lineText, before, replacement }: Mutant, seed: string): string =>
  createHash('sha256').update([seed, file, within, operator, lineText, before, replacement].join('\n')).digest('hex');

/**
 * Each kind of change gets an equal share, as long as there are any. Within a kind the order depends on the
 * seed and the changed text.
 */
export function select(mutants: readonly Mutant[], seed: string, count: number): Mutant[] {
  const ordered = mutants
    .map((mutant) => ({ mutant, key: keyOf(mutant, seed) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
    .map(({ mutant }) => mutant);
  const kinds = [...Map.groupBy(ordered, ({ operator }) => operator)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const longest = Math.max(0, ...kinds.map(([, list]) => list.length));
  const inTurns = Array.from({ length: longest }, (_, turn) => kinds.flatMap(([, list]) => list[turn] ?? [])).flat();
  const seen = new Set<string>();
  return inTurns
    .filter(({ file, line }) => {
      const place = `${file}:${line}`;
      if (seen.has(place)) return false;
      seen.add(place);
      return true;
    })
    .slice(0, count);
}
