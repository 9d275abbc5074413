/** Reads a table that was pasted from a spreadsheet or a CSV file, within limits that are checked first. */
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { delimiterOf, firstLineOf } from '../../shared/pasted-table.ts';
import { chunksOf } from './chunks.ts';

/** A record with the line on which it ends: a cell in quotes can have several. */
export type TableLine = { line: number; cells: string[] };
/** `lines`: with the header. `record`: characters of one record. */
export type TableLimits = { lines: number; columns: number; cells: number; record: number };
export type Unreadable = {
  line: number;
  why: 'too_many_cells' | 'too_many_columns' | 'too_long' | 'quotes';
};

/**
 * At most one line more than allowed, so that the caller can say which is too many. A long table is read in parts, between which
 * others are served.
 */
export async function readCells(
  text: string,
  limits: TableLimits,
): Promise<{ lines: TableLine[] } | { unreadable: Unreadable }> {
  const first = firstLineOf(text);
  const delimiter = delimiterOf(first);
  // Before anything is read: reading a table of one-letter cells would occupy the service for seconds.
  if (countOf(text, delimiter) + countOf(text, '\n') + 2 > limits.cells)
    return { unreadable: { line: 1, why: 'too_many_cells' } };
  if (countOf(first, delimiter) + 1 > limits.columns) return { unreadable: { line: 1, why: 'too_many_columns' } };
  try {
    return { lines: await parsed(text, delimiter, limits) };
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

/** Characters that take a few milliseconds. */
const partBytes = 64 * 1024;

async function parsed(text: string, delimiter: string, limits: TableLimits): Promise<TableLine[]> {
  const found: TableLine[] = [];
  const isFull = (): boolean => found.length > limits.lines;
  const bytes = Buffer.from(text);
  async function* parts(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length && !isFull(); at += partBytes) {
      yield bytes.subarray(at, at + partBytes);
      await turn();
    }
  }
  const parser = parse({
    bom: true,
    delimiter,
    max_record_size: limits.record,
    trim: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    on_record: (cells: string[], { lines: line }) => {
      if (!isFull()) found.push({ line, cells });
    },
  });
  try {
    await pipeline(parts(), parser.resume());
  } catch (error) {
    // What comes after the last line that is allowed does not matter.
    if (!isFull()) throw error;
  }
  return found;
}

const linesAtOnce = 500;

/** For what is done with each line of a long table: others are served in between. */
export async function mapInTurns<T, R>(lines: readonly T[], work: (line: T) => R): Promise<R[]> {
  const done: R[] = [];
  for (const some of chunksOf(lines, linesAtOnce)) {
    done.push(...some.map((line) => work(line)));
    await turn();
  }
  return done;
}
