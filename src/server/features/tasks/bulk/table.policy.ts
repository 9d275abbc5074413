/** A pasted table as lines of cells. */
import { CsvError, parse } from 'csv-parse/sync';
import { columnOf, requiredColumns } from './import-columns.policy.ts';
import type { ImportColumn } from './import-columns.policy.ts';
import type { CellProblem } from './import.schema.ts';

const maxLines = 500;
/** More than any table of tasks: each cell is looked up among all of them. */
const maxColumns = 100;

export type CellError = { line: number; column: string; code: CellProblem; detail: string };
export type TableLine = { line: number; cells: string[] };
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

const firstLineOf = (text: string): string => text.trimStart().split(/\r?\n/, 1)[0] ?? '';

/** Spreadsheets put tabs on the clipboard; CSV files have semicolons where the comma is for decimals. */
function delimiterOf(text: string): string {
  const first = firstLineOf(text);
  if (first.includes('\t')) return '\t';
  return first.split(';').length > first.split(',').length ? ';' : ',';
}

export function readTable(text: string): Table {
  const table: Table = { columns: [], header: [], lines: [], errors: [] };
  if (firstLineOf(text).split(delimiterOf(text)).length > maxColumns)
    return { ...table, errors: [errorAt(1, '', 'unknown_column', `there are more than ${maxColumns} columns`)] };
  try {
    table.lines = parsed(text);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const at = typeof error['lines'] === 'number' ? error['lines'] : 1;
    return { ...table, errors: [errorAt(at, '', 'unreadable', 'the quotes around a cell do not match')] };
  }
  const [header, ...lines] = table.lines;
  const first = header?.line ?? 1;
  table.lines = lines;
  table.header = header?.cells ?? [];
  table.columns = table.header.map(columnOf);
  table.errors = headerErrors(first, table);
  if (lines.length === 0) table.errors.push(errorAt(first, '', 'no_lines', 'there is no task below the header'));
  if (lines.length > maxLines) {
    const line = lines[maxLines]?.line ?? first;
    table.errors.push(errorAt(line, '', 'too_many_lines', `at most ${maxLines} tasks can be added at once`));
    table.lines = lines.slice(0, maxLines);
  }
  return table;
}

/** With the number of the line on which a record ends: a cell in quotes can have several lines. */
const parsed = (text: string): TableLine[] => {
  const numbers: number[] = [];
  const records = parse(text, {
    bom: true,
    delimiter: delimiterOf(text),
    trim: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    on_record: (record: string[], { lines }) => {
      numbers.push(lines);
      return record;
    },
  });
  return records.map((cells, index) => ({ line: numbers[index] ?? 0, cells }));
};

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
