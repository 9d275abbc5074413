/** Reads a table that was pasted from a spreadsheet or a CSV file, within limits that are checked first. */
import { CsvError, parse } from 'csv-parse/sync';
import { delimiterOf, firstLineOf } from '../../shared/pasted-table.ts';

/** A record with the line on which it ends: a cell in quotes can have several. */
export type TableLine = { line: number; cells: string[] };
/** `lines`: with the header. `record`: characters of one record. */
export type TableLimits = { lines: number; columns: number; cells: number; record: number };
export type Unreadable = {
  line: number;
  why: 'too_many_cells' | 'too_many_columns' | 'too_long' | 'quotes';
};

/** At most one line more than allowed, so that the caller can say which is too many. */
export function readCells(text: string, limits: TableLimits): { lines: TableLine[] } | { unreadable: Unreadable } {
  const first = firstLineOf(text);
  const delimiter = delimiterOf(first);
  // Before anything is read: reading a table of one-letter cells would occupy the service for seconds.
  if (countOf(text, delimiter) + countOf(text, '\n') + 2 > limits.cells)
    return { unreadable: { line: 1, why: 'too_many_cells' } };
  if (countOf(first, delimiter) + 1 > limits.columns) return { unreadable: { line: 1, why: 'too_many_columns' } };
  try {
    return { lines: parsed(text, delimiter, limits) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? error['lines'] : 1;
    return { unreadable: { line, why: error.code === 'CSV_MAX_RECORD_SIZE' ? 'too_long' : 'quotes' } };
  }
}

function countOf(text: string, letter: string): number {
  let count = 0;
  for (let at = text.indexOf(letter); at !== -1; at = text.indexOf(letter, at + 1)) count += 1;
  return count;
}

function parsed(text: string, delimiter: string, limits: TableLimits): TableLine[] {
  const numbers: number[] = [];
  const records = parse(text, {
    bom: true,
    delimiter,
    to: limits.lines + 1,
    max_record_size: limits.record,
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
}
