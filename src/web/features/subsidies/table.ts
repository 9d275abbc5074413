import { parseMoney } from '../../../locales/format/money.ts';

export type Row = { key: string; location: string; amount: string };
export type RowProblem = 'location' | 'repeated' | 'amount';

export const maxRows = 500;

let counter = 0;

/** The time makes the key unique among rows that a draft restores. */
export const newRow = (): Row => {
  counter += 1;
  return { key: `new-${Date.now()}-${counter}`, location: '', amount: '' };
};

/** The cells of a line. Amounts may contain commas, so a comma before digits only separates the cells. */
function cellsOf(line: string): string[] {
  if (line.includes('\t')) return line.split('\t');
  const beforeAmount = line.search(/,(?=[^\p{L}]*$)/u);
  const cut = line.includes(';') ? line.lastIndexOf(';') : beforeAmount < 0 ? line.lastIndexOf(',') : beforeAmount;
  return cut < 0 ? [line] : [line.slice(0, cut), line.slice(cut + 1)];
}

/** The rows of a table copied from a spreadsheet: tabs between cells, one row per line, without the heading. */
export function rowsIn(text: string, currency: string): Row[] {
  const rows = text
    .split(/\r?\n/)
    .map((line) => cellsOf(line).map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map(([location = '', amount = ''], index) => ({ key: `line-${index}`, location, amount }));
  const [first, ...others] = rows;
  const isHeading = first !== undefined && others.length > 0 && parseMoney(first.amount, currency) === undefined;
  return isHeading && !/\d/.test(first.amount) ? others : rows;
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
