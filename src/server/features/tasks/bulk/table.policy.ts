/** A pasted table of tasks. */
import { columnOf, requiredColumns } from './import-columns.policy.ts';
import type { ImportColumn } from '../../../../shared/import-columns.ts';
import { readCells } from '../../../lib/table.ts';
import type { TableLine, Unreadable } from '../../../lib/table.ts';
import type { CellProblem } from './import.schema.ts';

const maxLines = 500;
const limits = {
  lines: maxLines + 1,
  /** More than any table of tasks: each cell is looked up among all of them. */
  columns: 100,
  cells: 20_000,
  /** Characters: more than a title, a description and a briefing together. */
  record: 50_000,
};

export type CellError = { line: number; column: string; code: CellProblem; detail: string };
export type Table = {
  columns: (ImportColumn | undefined)[];
  header: string[];
  lines: TableLine[];
  errors: CellError[];
};

export const errorAt = (line: number, column: string, code: CellProblem, detail: string): CellError => ({
  line,
  column,
  code,
  detail: column === '' ? `line ${line}: ${detail}` : `line ${line}, column ${column}: ${detail}`,
});

const unreadable: Record<Unreadable['why'], [CellProblem, string]> = {
  too_many_cells: ['too_many_lines', `there are more than ${limits.cells} cells`],
  too_many_columns: ['unknown_column', `there are more than ${limits.columns} columns`],
  too_long: ['unreadable', `the line has more than ${limits.record} characters`],
  quotes: ['unreadable', 'the quotes around a cell do not match'],
};

export async function readTable(text: string): Promise<Table> {
  const table: Table = { columns: [], header: [], lines: [], errors: [] };
  const read = await readCells(text, limits);
  if ('unreadable' in read) {
    const { line, why } = read.unreadable;
    const [code, detail] = unreadable[why];
    return { ...table, errors: [errorAt(line, '', code, detail)] };
  }
  const [header, ...lines] = read.lines;
  const headerLine = header?.line ?? 1;
  table.lines = lines;
  table.header = header?.cells ?? [];
  table.columns = table.header.map(columnOf);
  table.errors = headerErrors(headerLine, table);
  if (lines.length === 0) table.errors.push(errorAt(headerLine, '', 'no_lines', 'there is no task below the header'));
  if (lines.length > maxLines) {
    const line = lines[maxLines]?.line ?? headerLine;
    table.errors.push(errorAt(line, '', 'too_many_lines', `at most ${maxLines} tasks can be added at once`));
    table.lines = lines.slice(0, maxLines);
  }
  return table;
}

function headerErrors(line: number, { header, columns }: Table): CellError[] {
  const unknown = header.flatMap((word, index) =>
    word !== '' && columns[index] === undefined
      ? [errorAt(line, word.slice(0, 100), 'unknown_column', 'is not a known column')]
      : [],
  );
  const repeated = columns.flatMap((column, index) =>
    column !== undefined && columns.indexOf(column) !== index
      ? [errorAt(line, column, 'repeated_column', 'appears more than once')]
      : [],
  );
  const missing = requiredColumns
    .filter((column) => !columns.includes(column))
    .map((column) => errorAt(line, column, 'missing_column', 'is missing in the header'));
  return [...unknown, ...repeated, ...missing];
}
