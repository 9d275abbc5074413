/** The API counts money in the smallest unit of a currency: cents for EUR, whole units for JPY. */

/** How many decimals the amounts of a currency have; two for a code that the browser does not know. */
export function decimalsOf(currency: string): number {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** The symbol that tells a currency from others in every language: `NT$`, not the `$` that it is at home. */
const symbolOf = (currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).formatToParts(0).find(({ type }) => type === 'currency')
    ?.value ?? currency;

/** An amount as the language writes it, with an unambiguous symbol; whole amounts have no decimals. */
export const formatMoney = (minor: number, currency: string, language: string): string => {
  const amount = minor / 10 ** decimalsOf(currency);
  try {
    const symbol = symbolOf(currency);
    return new Intl.NumberFormat(language, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })
      .formatToParts(amount)
      .map(({ type, value }) => (type === 'currency' ? symbol : value))
      .join('');
  } catch {
    return `${currency} ${new Intl.NumberFormat(language).format(amount)}`;
  }
};

/** The text for an input: `1490` or `12.5`, without separators. */
export const toMoneyInput = (minor: number, currency: string): string => String(minor / 10 ** decimalsOf(currency));

/**
 * A typed number with a point for decimals. Both `1,490.50` and `1.490,50` are understood: a separator before groups of
 * three digits separates thousands, and the last one before anything else separates decimals. Undefined if it could be
 * either.
 */
function decimalIn(typed: string, decimals: number): string | undefined {
  const plain = typed
    .trim()
    .replace(/^(?:[A-Z]{3}|NT\$|\$|€|£|¥)/i, '')
    .replace(/(?:[A-Z]{3}|NT\$|\$|€|£|¥)$/i, '')
    .replaceAll(/[\s_'’]/g, '');
  // 1.490 is 1490 in some languages, and 1.49 in others.
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(plain)) return decimals === 3 ? plain : undefined;
  if (/^\d+(?:\.\d+)?$/.test(plain)) return plain;
  if (/^\d{1,3}(?:,\d{3})+\.\d+$/.test(plain) || /^\d{1,3}(?:,\d{3}){2,}$/.test(plain))
    return plain.replaceAll(',', '');
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(plain) || /^\d{1,3}(?:\.\d{3}){2,}$/.test(plain))
    return plain.replaceAll('.', '').replace(',', '.');
  if (/^[1-9]\d{0,2},\d{3}$/.test(plain)) return decimals === 3 ? undefined : plain.replace(',', '');
  return /^\d+,\d{1,2}$/.test(plain) ? plain.replace(',', '.') : undefined;
}

/**
 * The minor units of a typed amount; undefined for anything that is not clearly an amount above zero, and for more decimals than
 * the currency has: nothing is rounded that somebody will be paid.
 */
export function parseMoney(typed: string, currency: string): number | undefined {
  const decimals = decimalsOf(currency);
  const decimal = decimalIn(typed, decimals);
  if (decimal === undefined) return undefined;
  const [, fraction = ''] = decimal.split('.');
  if (/[1-9]/.test(fraction.slice(decimals))) return undefined;
  const minor = Math.round(Number(decimal) * 10 ** decimals);
  return Number.isSafeInteger(minor) && minor >= 1 ? minor : undefined;
}
