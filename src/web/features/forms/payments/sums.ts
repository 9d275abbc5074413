import type { Payment } from '../../../../client/client.ts';
import { formatMoney } from '../../../../locales/format/money.ts';
import type { Due } from './queries.ts';

export type Money = { amount: number; currency: string };

/** What a person gets and is not paid yet: one amount or none. */
export const dueOf = ({ uid, amount, currency, paid }: Payment): Due[] =>
  paid !== null || amount === null || currency === null ? [] : [{ uid, amount, currency }];

/** Whom the form asks and has to pay; and all payments, also those to people whom it no longer asks. */
export const totalsOf = (payments: readonly Payment[]): { open: Due[]; paid: Money[] } => ({
  open: payments.filter(({ left }) => !left).flatMap(dueOf),
  paid: payments.flatMap(({ paid }) => paid ?? []),
});

/** One sum for each currency. */
export function sumOf(money: readonly Money[], language: string): string {
  const sums = new Map<string, number>();
  for (const { amount, currency } of money) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].map(([currency, amount]) => formatMoney(amount, currency, language)).join(' + ');
}
