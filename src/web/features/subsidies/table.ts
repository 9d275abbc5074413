import { parseMoney } from '../../../locales/format/money.ts';

export type Row = { key: string; location: string; amount: string };
export type RowProblem = 'location' | 'repeated' | 'amount';

let counter = 0;

/** The time makes the key unique among rows that a draft restores. */
export const newRow = (): Row => {
  counter += 1;
  return { key: `new-${Date.now()}-${counter}`, location: '', amount: '' };
};

/**
 * The cells of a line. Amounts may contain commas, so a comma before digits only separates the cells, unless a text
 * follows an amount.
 */
function cellsOf(line: string, currency: string): string[] {
  const delimiter = ['\t', ';'].find((one) => line.includes(one));
  if (delimiter !== undefined) return line.split(delimiter);
  const beforeAmount = line.search(/,(?=[^\p{L}]*$)/u);
  if (beforeAmount >= 0) return [line.slice(0, beforeAmount), line.slice(beforeAmount + 1)];
  const cells = line.split(',');
  const amountAt = cells.findIndex((cell, index) => index > 0 && parseMoney(cell, currency) !== undefined);
  if (amountAt > 0) return [cells.slice(0, amountAt).join(','), ...cells.slice(amountAt)];
  return cells.length < 2 ? cells : [cells.slice(0, -1).join(','), ...cells.slice(-1)];
}

type Pasted = {
  rows: Row[];
  /** Further columns, each by its heading or its first cell. */
  ignored: string[];
};

/** The rows of a table copied from a spreadsheet: tabs between cells, one row per line, without the heading. */
export function rowsIn(text: string, currency: string): Pasted {
  const lines = text
    .split(/\r?\n/)
    .map((line) => cellsOf(line, currency).map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''));
  const [[, heading = ''] = [], ...others] = lines;
  const isHeading = others.length > 0 && parseMoney(heading, currency) === undefined && !/\d/.test(heading);
  const rows = (isHeading ? others : lines).map(([location = '', amount = ''], index) => ({
    key: `line-${index}`,
    location,
    amount,
  }));
  const columns = Math.max(0, ...lines.map((cells) => cells.length));
  const names = Array.from({ length: columns }, (_, column) => lines.find((cells) => cells[column])?.[column] ?? '');
  return { rows, ignored: names.slice(2).filter((name) => name !== '') };
}

/** What is wrong with each row, by its key. */
export function problemsOf(rows: readonly Row[], currency: string): Map<string, RowProblem> {
  const problems = new Map<string, RowProblem>();
  const seen = new Set<string>();
  for (const { key, location, amount } of rows) {
    const name = location.trim().toLowerCase();
    if (name === '') problems.set(key, 'location');
    else if (seen.has(name)) problems.set(key, 'repeated');
    else if (parseMoney(amount, currency) === undefined) problems.set(key, 'amount');
    seen.add(name);
  }
  return problems;
}
