import { parseMoney } from '../../ui/format/money.ts';

export type Row = { key: string; location: string; amount: string };
export type RowFault = 'location' | 'repeated' | 'amount';

export const mostRows = 500;

let counter = 0;

/** A draft may bring back rows of an earlier visit, so the count alone would not tell them apart. */
export const newRow = (): Row => {
  counter += 1;
  return { key: `new-${Date.now()}-${counter}`, location: '', amount: '' };
};

/** The rows of a table copied from a spreadsheet: tabs between the cells, one row a line, a heading left out. */
export function rowsIn(text: string, currency: string): Row[] {
  const rows = text
    .split(/\r?\n/)
    .map((line) => line.split(line.includes('\t') ? '\t' : /[;,](?=[^;,]*$)/).map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map(([location = '', amount = ''], index) => ({ key: `line-${index}`, location, amount }));
  const [first, ...others] = rows;
  const isHeading = first !== undefined && others.length > 0 && parseMoney(first.amount, currency) === undefined;
  return isHeading && !/\d/.test(first.amount) ? others : rows;
}

/** What is wrong with each row, by its key. */
export function faultsOf(rows: readonly Row[], currency: string): Map<string, RowFault> {
  const faults = new Map<string, RowFault>();
  const seen = new Set<string>();
  for (const { key, location, amount } of rows) {
    const name = location.trim().toLowerCase();
    if (name === '') faults.set(key, 'location');
    else if (seen.has(name)) faults.set(key, 'repeated');
    else if (parseMoney(amount, currency) === undefined) faults.set(key, 'amount');
    seen.add(name);
  }
  return faults;
}
