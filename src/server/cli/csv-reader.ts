/** A row of a table with the line of the file that it begins on. */
export type CsvRow = { line: number; cells: string[] };

export class CsvError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** Spreadsheets write a comma, a semicolon or a tab, depending on their locale. */
const separatorOf = (header: string): string =>
  header.includes(',') ? ',' : (['\t', ';'].find((one) => header.includes(one)) ?? ',');

const unquoted = /[^",;\t\r\n]/;

/** RFC 4180, with any of the three separators and any line end. Empty rows are left out. */
export function readCsv(text: string): CsvRow[] {
  const separator = separatorOf(text.split(/\r?\n/, 1)[0] ?? '');
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [] };
  let line = 1;
  let position = 0;
  const endRow = () => {
    if (row.cells.some((cell) => cell !== '')) rows.push(row);
    row = { line: line + 1, cells: [] };
  };
  while (position < text.length) {
    const cell = readCell(text, position, separator, line);
    row.cells.push(cell.value);
    line += cell.lines;
    position = cell.end;
    const next = text[position];
    if (next === '\r' && text[position + 1] === '\n') position += 1;
    if (next !== separator || position >= text.length) {
      endRow();
      line += 1;
    } else if (position === text.length - 1) row.cells.push('');
    position += 1;
  }
  if (row.cells.length > 0) endRow();
  return rows;
}

type Cell = { value: string; end: number; lines: number };

function readCell(text: string, start: number, separator: string, line: number): Cell {
  if (text[start] !== '"') {
    let end = start;
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
    return { value: text.slice(start, end).trim(), end, lines: 0 };
  }
  let value = '';
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') value += text[at];
    else if (text[at + 1] === '"') value += text[(at += 1)];
    else {
      const behind = text[at + 1] ?? '';
      if (behind !== separator && unquoted.test(behind)) throw new CsvError(line, 'has text after a closing quote');
      return { value: value.trim(), end: at + 1, lines: value.split('\n').length - 1 };
    }
  }
  throw new CsvError(line, 'has a quote that is never closed');
}
