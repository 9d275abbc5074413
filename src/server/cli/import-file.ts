import { readFileSync, statSync } from 'node:fs';
import { problemsIn } from '../features/teams/memberships/import.service.ts';
import type { Placed, RowProblem } from '../features/teams/memberships/import.service.ts';
import { importColumns, ImportRow } from '../features/teams/memberships/memberships.schema.ts';
import { CsvError, readCsv } from './csv-reader.ts';
import { validatorFor } from '../http/validation.ts';
import { refuse } from './terminal.ts';

type Read = { rows: Placed[]; problems: RowProblem[] };

const maxBytes = 32 * 1024 * 1024;
const maxRows = 100_000;

/** Reports all problems of a file at once, line by line. */
export function readImport(path: string): Read {
  const text = textOf(path);
  const entries = path.toLowerCase().endsWith('.json') ? fromJson(text) : fromCsv(text);
  if (entries.rows.length > maxRows) refuse(`${path} has more than ${maxRows} rows`);
  if (entries.rows.length + entries.problems.length === 0) refuse(`${path} has no rows`);
  const check = validatorFor(ImportRow);
  const rows: Placed[] = [];
  const problems = [...entries.problems];
  for (const { line, value } of entries.rows) {
    const found = check(value);
    if ('errors' in found) problems.push(...found.errors.map((text) => ({ line, text })));
    else rows.push({ ...found.value, line });
  }
  problems.push(...problemsIn(rows));
  return { rows, problems: problems.toSorted((a, b) => a.line - b.line) };
}

function textOf(path: string): string {
  try {
    if (statSync(path).size > maxBytes) return refuse(`${path} is larger than ${maxBytes / 1024 / 1024} MB`);
  } catch {
    return refuse(`${path} cannot be read`);
  }
  const bytes = readFileSync(path);
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return refuse(`${path} is UTF-16: save it as "CSV UTF-8"`);
  }
  try {
    // Decoding removes the byte order mark that spreadsheets write.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse(`${path} is not UTF-8 (line ${badLine(bytes)}): save it as "CSV UTF-8"`);
  }
}

const badLine = (bytes: Buffer): number => {
  const text = bytes.toString('utf8');
  return text.slice(0, text.indexOf('\ufffd')).split('\n').length;
};

type Entries = { rows: { line: number; value: unknown }[]; problems: RowProblem[] };

function fromJson(text: string): Entries {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    return refuse(`this is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!Array.isArray(list)) return refuse('the JSON must be a list of people: [{"email": "..."}, ...]');
  return { rows: list.map((value: unknown, index) => ({ line: index + 1, value })), problems: [] };
}

function fromCsv(text: string): Entries {
  const [head, ...rows] = cellsOf(text);
  const columns = (head?.cells ?? []).map((cell) => cell.toLowerCase());
  const unknown = columns.filter((column) => !importColumns.includes(column));
  if (!columns.includes('email') || unknown.length > 0 || new Set(columns).size < columns.length) {
    const known = importColumns.join(', ');
    return refuse(
      `the first line must name the columns, each once: email, and any of ${known}; it is ${columns.join(', ')}`,
    );
  }
  const problems: RowProblem[] = [];
  const entries = rows.map(({ line, cells }) => {
    if (cells.length > columns.length) problems.push({ line, text: 'has more cells than the first line' });
    const value = columns.flatMap((column, index) => {
      const cell = cells[index] ?? '';
      if (/^[=+\-@]/.test(cell)) problems.push({ line, text: `${column} begins like a formula` });
      return cell === '' ? [] : [[column, valueOf(column, cell)] as const];
    });
    return { line, value: Object.fromEntries(value) };
  });
  return { rows: entries, problems };
}

function cellsOf(text: string) {
  try {
    return readCsv(text);
  } catch (error) {
    return error instanceof CsvError ? refuse(`line ${error.line} ${error.message}`) : refuse(String(error));
  }
}

/** Our own exports put an apostrophe before what a spreadsheet would run; it goes again. */
function valueOf(column: string, cell: string): string | number {
  if (column === 'team_headcount' && /^\d{1,9}$/.test(cell)) return Number(cell);
  return /^'[=+\-@]/.test(cell) ? cell.slice(1) : cell;
}
