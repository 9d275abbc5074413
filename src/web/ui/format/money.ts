/** How many decimals the amounts of a currency have; two for one that the browser does not know. */
export function decimalsOf(currency: string): number {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

export const formatMoney = (minor: number, currency: string, language: string): string => {
  const amount = minor / 10 ** decimalsOf(currency);
  try {
    return new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      trailingZeroDisplay: 'stripIfInteger',
    }).format(amount);
  } catch {
    return `${currency} ${new Intl.NumberFormat(language).format(amount)}`;
  }
};

/** As it stands in an input: `1490` or `12.5`, without any separators. */
export const toInput = (minor: number, currency: string): string => String(minor / 10 ** decimalsOf(currency));

/** The minor units that a typed amount means; undefined for anything that is no amount. */
export function parseMoney(typed: string, currency: string): number | undefined {
  const plain = typed
    .trim()
    .replaceAll(/[\s,_']/g, '')
    .replace(/^(?:[A-Z]{3}|NT\$|\$|€|£|¥)/i, '');
  if (!/^\d+(?:\.\d+)?$/.test(plain)) return undefined;
  const minor = Math.round(Number(plain) * 10 ** decimalsOf(currency));
  return Number.isSafeInteger(minor) && minor >= 1 ? minor : undefined;
}
