import { readFileSync, statSync } from 'node:fs';
import { complaintsAbout } from '../features/teams/memberships/import.policy.ts';
import type { Complaint, Placed } from '../features/teams/memberships/import.policy.ts';
import { importColumns, ImportRow } from '../features/teams/memberships/import.schema.ts';
import { CsvError, readCsv } from './csv-reader.ts';
import { validatorFor } from '../http/validation.ts';
import { refuse } from './terminal.ts';

type Read = { rows: Placed[]; complaints: Complaint[] };

const mostBytes = 32 * 1024 * 1024;
const mostRows = 100_000;

/** Everything that is wrong with a file is told at once, line by line. */
export function readImport(path: string): Read {
  const text = textOf(path);
  const entries = path.toLowerCase().endsWith('.json') ? fromJson(text) : fromCsv(text);
  if (entries.rows.length > mostRows) refuse(`${path} has more than ${mostRows} rows`);
  if (entries.rows.length + entries.complaints.length === 0) refuse(`${path} has no rows`);
  const check = validatorFor(ImportRow);
  const rows: Placed[] = [];
  const complaints = [...entries.complaints];
  for (const { line, value } of entries.rows) {
    const found = check(value);
    if ('errors' in found) complaints.push(...found.errors.map((text) => ({ line, text })));
    else rows.push({ ...found.value, line });
  }
  complaints.push(...complaintsAbout(rows));
  return { rows, complaints: complaints.toSorted((a, b) => a.line - b.line) };
}

function textOf(path: string): string {
  try {
    if (statSync(path).size > mostBytes) return refuse(`${path} is larger than ${mostBytes / 1024 / 1024} MB`);
  } catch {
    return refuse(`${path} cannot be read`);
  }
  const bytes = readFileSync(path);
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return refuse(`${path} is UTF-16: save it as "CSV UTF-8"`);
  }
  try {
    // The mark that spreadsheets put in front goes with the decoding.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse(`${path} is not UTF-8 (line ${badLine(bytes)}): save it as "CSV UTF-8"`);
  }
}

const badLine = (bytes: Buffer): number => {
  const text = bytes.toString('utf8');
  return text.slice(0, text.indexOf('\ufffd')).split('\n').length;
};

type Entries = { rows: { line: number; value: unknown }[]; complaints: Complaint[] };

function fromJson(text: string): Entries {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    return refuse(`this is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!Array.isArray(list)) return refuse('the JSON must be a list of people: [{"email": "..."}, ...]');
  return { rows: list.map((value: unknown, index) => ({ line: index + 1, value })), complaints: [] };
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
  const complaints: Complaint[] = [];
  const entries = rows.map(({ line, cells }) => {
    if (cells.length > columns.length) complaints.push({ line, text: 'has more cells than the first line' });
    const value = columns.flatMap((column, index) => {
      const cell = cells[index] ?? '';
      if (/^[=+\-@]/.test(cell)) complaints.push({ line, text: `${column} begins like a formula` });
      return cell === '' ? [] : [[column, valueOf(column, cell)] as const];
    });
    return { line, value: Object.fromEntries(value) };
  });
  return { rows: entries, complaints };
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
