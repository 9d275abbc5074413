import type { Outcome } from './payments.schema.ts';

export type Money = { amount: number; currency: string };

/** The computed amount of an answer. Amounts are never private, so nothing needs to be decrypted. */
export function dueOf(answers: string | null | undefined): Money | undefined {
  if (answers === null || answers === undefined) return undefined;
  const { amount, currency } = JSON.parse(answers) as Record<string, unknown>;
  return typeof amount === 'number' && typeof currency === 'string' ? { amount, currency } : undefined;
}

/** Owners pay what they saw. If the answer has changed since, they have to look again. */
export function outcomeOf(given: Money, due: Money | undefined, isPaid: boolean): Outcome {
  if (isPaid) return 'already_paid';
  if (due === undefined) return 'no_amount';
  return due.amount === given.amount && due.currency === given.currency ? 'paid' : 'changed';
}

/** Null if nothing was paid, or if the two cannot be compared. */
export function differenceOf(due: Money | undefined, paid: Money | undefined): number | null {
  if (paid === undefined || (due !== undefined && due.currency !== paid.currency)) return null;
  return (due?.amount ?? 0) - paid.amount;
}
