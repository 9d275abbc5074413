import { describe, expect, test } from 'vitest';
import { formatMoney, parseMoney, toMoneyInput } from './money.ts';

describe('typed amounts', () => {
  test.each([
    ['1490', 'JPY', 1490],
    ['¥1,490', 'JPY', 1490],
    ['1490', 'TWD', 149_000],
    ['NT$1,490.50', 'TWD', 149_050],
    ['12.5', 'EUR', 1250],
    ['€ 12.50', 'EUR', 1250],
    ['EUR 1 000', 'EUR', 100_000],
    ["1'000", 'CHF', 100_000],
    ['0.01', 'EUR', 1],
    ['1.234', 'BHD', 1234],
    ['120,00', 'EUR', 12_000],
    ['45,50', 'EUR', 4550],
    ['45,5 €', 'EUR', 4550],
    ['1.490,50', 'EUR', 149_050],
    ['1 490,50', 'EUR', 149_050],
    ['1,490', 'EUR', 149_000],
    ['1,234,567', 'EUR', 123_456_700],
    ['1.234.567', 'EUR', 123_456_700],
    ['1,234,567.89', 'EUR', 123_456_789],
  ])('%s in %s are %d minor units', (typed, currency, minor) => {
    expect(parseMoney(typed, currency)).toBe(minor);
  });

  test('more decimals than the currency has are no amount, unless they are zero', () => {
    expect(parseMoney('12.3400', 'EUR')).toBe(1234);
    expect(parseMoney('12.3444', 'EUR')).toBeUndefined();
    expect(parseMoney('99.0', 'JPY')).toBe(99);
    expect(parseMoney('99.6', 'JPY')).toBeUndefined();
  });

  test.each(['', '0', '0.00', '0.004', '-5', '1e5', '1.2.3', 'free', '12 apples', '9'.repeat(20)])(
    '%j is not an amount',
    (typed) => {
      expect(parseMoney(typed, 'EUR')).toBeUndefined();
    },
  );

  test.each([
    ['1.490', 'EUR'],
    ['1.490', 'JPY'],
    ['1,490', 'BHD'],
    ['12,3456', 'EUR'],
    ['1,23,4', 'EUR'],
    ['1490,500', 'EUR'],
    ['1.23,45', 'EUR'],
  ])('%s in %s can be read in more than one way', (typed, currency) => {
    expect(parseMoney(typed, currency)).toBeUndefined();
  });

  test('half a yen is no amount', () => {
    expect(parseMoney('0.5', 'JPY')).toBeUndefined();
  });
});

describe('formatted amounts', () => {
  test.each([
    [149_000, 'TWD', 'NT$1,490'],
    [149_050, 'TWD', 'NT$1,490.50'],
    [1490, 'JPY', '¥1,490'],
    [1250, 'EUR', '€12.50'],
    [0, 'EUR', '€0'],
  ])('%d minor units of %s are %s', (minor, currency, text) => {
    expect(formatMoney(minor, currency, 'en')).toBe(text);
  });

  test.each([
    [298_000, 'TWD', 'NT$2,980'],
    [298_050, 'TWD', 'NT$2,980.50'],
    [1250, 'USD', '$12.50'],
    [1250, 'EUR', '€12.50'],
  ])('%d minor units of %s are %s in Chinese as well', (minor, currency, text) => {
    expect(formatMoney(minor, currency, 'zh-TW')).toBe(text);
  });

  test('an invalid currency code is shown as it is', () => {
    expect(formatMoney(1250, 'money', 'en')).toBe('money 12.5');
  });
});

test.each([
  [149_000, 'TWD'],
  [149_050, 'TWD'],
  [1490, 'JPY'],
  [1, 'EUR'],
])('%d minor units of %s survive the way through an input', (minor, currency) => {
  expect(parseMoney(toMoneyInput(minor, currency), currency)).toBe(minor);
});
