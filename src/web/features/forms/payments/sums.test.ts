import { expect, test } from 'vitest';
import { countOf, lacksBank, sumOf } from './sums.ts';

test('each currency has its own sum', () => {
  const totals = [
    { currency: 'EUR', count: 2, amount: 13_000 },
    { currency: 'USD', count: 1, amount: 300 },
  ];
  expect([countOf(totals), sumOf(totals, 'en')]).toEqual([3, '€130 + $3']);
  expect(sumOf([...totals, { currency: 'EUR', amount: 100 }], 'en')).toBe('€131 + $3');
});

test('a payment asks first if the owner sees no bank account, but not if the form asks for none', () => {
  const lacking = (['given', 'missing', 'not_agreed', 'over', 'left', null] as const).map((bank) =>
    lacksBank({ bank }),
  );
  expect(lacking).toEqual([false, true, true, true, true, false]);
});
