import type { NewBudgets } from '../../../client/client.ts';
import { parseMoney } from '../../../locales/format/money.ts';

type NewBudget = NewBudgets['budgets'][number];
export type BudgetFault = 'code' | 'repeated' | 'name' | 'amount' | 'team';
export type BudgetLine = { key: string; text: string } & (
  | { budget: NewBudget; fault?: undefined }
  | { budget?: undefined; fault: BudgetFault }
);

const code = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;

/** The lines of a table copied from a spreadsheet: code, name, amount, and a team by its name. A heading is left out. */
export function budgetsIn(
  text: string,
  currency: string,
  teams: readonly { tid: string; name: string }[],
): BudgetLine[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const cells = lines.map((line) => line.split(line.includes('\t') ? '\t' : ';').map((cell) => cell.trim()));
  const isHeading = cells.length > 1 && parseMoney(cells[0]?.[2] ?? '', currency) === undefined;
  const seen = new Set<string>();
  return lines.flatMap((line, index): BudgetLine[] => {
    if (index === 0 && isHeading) return [];
    const [first = '', name = '', amount = '', team = ''] = cells[index] ?? [];
    const about = { key: String(index), text: line.trim() };
    const found = teams.find((one) => one.tid === team || one.name.toLowerCase() === team.toLowerCase());
    const minor = amount === '0' ? 0 : parseMoney(amount, currency);
    if (!code.test(first)) return [{ ...about, fault: 'code' }];
    if (seen.has(first)) return [{ ...about, fault: 'repeated' }];
    seen.add(first);
    if (name === '') return [{ ...about, fault: 'name' }];
    if (minor === undefined) return [{ ...about, fault: 'amount' }];
    if (team !== '' && found === undefined) return [{ ...about, fault: 'team' }];
    return [{ ...about, budget: { code: first, name, tid: found?.tid ?? null, amount: minor, currency } }];
  });
}
