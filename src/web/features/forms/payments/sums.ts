import type { Payment } from '../../../../client/client.ts';
import { formatMoney } from '../../../../locales/format/money.ts';
import type { Due } from './queries.ts';

export type Money = { amount: number; currency: string };

/** What a person gets and is not paid yet: one amount or none. */
export const dueOf = ({ uid, amount, currency, paid, claim }: Payment): Due[] =>
  paid !== null || claim !== null || amount === null || currency === null ? [] : [{ uid, amount, currency }];

/** Whether the form asks for a bank account and the owner sees none. */
export const lacksBank = ({ bank }: Pick<Payment, 'bank'>): boolean => bank !== null && bank !== 'given';

/** People with totals in any currency. */
export const countOf = (totals: readonly { count: number }[]): number =>
  totals.reduce((sum, { count }) => sum + count, 0);

/** Has one sum for each currency. */
export function sumOf(money: readonly Money[], language: string): string {
  const sums = new Map<string, number>();
  for (const { amount, currency } of money) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].map(([currency, amount]) => formatMoney(amount, currency, language)).join(' + ');
}
