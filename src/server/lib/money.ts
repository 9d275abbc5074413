import { decimalsOf } from '../../locales/format/money.ts';

/** 50000 minor units of TWD are `500.00`. For exported tables; the API itself uses minor units. */
export function decimalAmount(minor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return (minor / 10 ** decimals).toFixed(decimals);
}
