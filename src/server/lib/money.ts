const formats = new Map<string, number>();

function decimalsOf(currency: string): number {
  const known = formats.get(currency);
  if (known !== undefined) return known;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  formats.set(currency, maximumFractionDigits);
  return maximumFractionDigits;
}

/** As people write it: 50000 minor units of TWD are 500.00. For tables that people pay by; the API counts minor units. */
export function decimalAmount(minor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return (minor / 10 ** decimals).toFixed(decimals);
}
