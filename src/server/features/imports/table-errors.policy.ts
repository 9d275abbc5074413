import { fail } from '../../errors.ts';
import type { TableLimits, TableLine, Unreadable } from '../../lib/table.ts';
import type { ImportError, ImportProblem } from './imports.schema.ts';

export const errorAt = (line: number, column: string, code: ImportProblem, detail: string): ImportError => ({
  line,
  column,
  code,
  detail: column === '' ? `line ${line}: ${detail}` : `line ${line}, column ${column}: ${detail}`,
});

/** Why a table cannot be read at all. */
export function unreadableAt({ line, why }: Unreadable, { cells, columns, record }: TableLimits): ImportError {
  switch (why) {
    case 'too_many_cells':
      return errorAt(line, '', 'too_many_lines', `there are more than ${cells} cells`);
    case 'too_many_columns':
      return errorAt(line, '', 'unreadable', `there are more than ${columns} columns`);
    case 'too_long':
      return errorAt(line, '', 'unreadable', `the line has more than ${record} characters`);
    case 'quotes':
      return errorAt(line, '', 'unreadable', 'the quotes around a cell do not match');
  }
}

const maxShownLines = 50;
const maxShownErrors = 500;
const maxNamed = 100;

/** What of a long table is shown: the lines with errors before the others. */
export function shownOf(lines: readonly TableLine[], errors: readonly ImportError[]) {
  const wrong = new Set(errors.map(({ line }) => line));
  const isWrong = ({ line }: TableLine): boolean => wrong.has(line);
  return {
    lines: [...lines.filter(isWrong), ...lines.filter((line) => !isWrong(line))].slice(0, maxShownLines),
    line_count: lines.length,
    errors: errors.slice(0, maxShownErrors),
    error_count: errors.length,
  };
}

/** Refuses the whole table if a line is wrong. */
export function refuseWrong(errors: readonly ImportError[]): void {
  const [first] = errors;
  if (first === undefined) return;
  const named = errors.slice(0, maxNamed).map(({ detail }) => ({ pointer: '/text', detail }));
  fail('invalid_input', { detail: first.detail, errors: named });
}
