import { expect, test } from 'vitest';
import type { Payment } from '../../../../client/client.ts';
import { sumOf, totalsOf } from './sums.ts';

const payment = (amount: number, { left = false, isPaid = false, currency = 'EUR' } = {}): Payment => ({
  uid: String(amount),
  name: 'Mia',
  left,
  amount,
  currency,
  paid: isPaid ? { amount, currency, at: '2026-11-16T00:00:00.000Z', by: 'Olga', batch: '' } : null,
  difference: isPaid ? 0 : null,
  bank: null,
});

test('a payment to somebody who left counts as paid, but their open amount is not to be paid', () => {
  const people = [
    payment(6500),
    payment(6500),
    payment(4550, { left: true, isPaid: true }),
    payment(900, { left: true }),
  ];
  const { open, paid } = totalsOf(people);
  expect([open.length, sumOf(open, 'en')]).toEqual([2, '€130']);
  expect([paid.length, sumOf(paid, 'en')]).toEqual([1, '€45.50']);
});

test('each currency has its own sum', () => {
  const { open } = totalsOf([payment(100), payment(200), payment(300, { currency: 'USD' })]);
  expect(sumOf(open, 'en')).toBe('€3 + $3');
});
