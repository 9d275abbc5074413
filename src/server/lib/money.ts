const knownDecimals = new Map<string, number>();

function decimalsOf(currency: string): number {
  const known = knownDecimals.get(currency);
  if (known !== undefined) return known;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  knownDecimals.set(currency, maximumFractionDigits);
  return maximumFractionDigits;
}

/** 50000 minor units of TWD are `500.00`. For exported tables; the API itself uses minor units. */
export function decimalAmount(minor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return (minor / 10 ** decimals).toFixed(decimals);
}
