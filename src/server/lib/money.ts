import { decimalsOf } from '../../locales/format/money.ts';

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** Whether it is a code of ISO 4217. */
export const isCurrency = (code: string): boolean => currencies.has(code);

/** 50000 minor units of TWD are `500.00`. For exported tables; the API itself uses minor units. */
export function decimalAmount(minor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return (minor / 10 ** decimals).toFixed(decimals);
}
