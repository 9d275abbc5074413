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

/** The minor units of a typed amount; undefined for anything that is not an amount above zero. */
export function parseMoney(typed: string, currency: string): number | undefined {
  const plain = typed
    .trim()
    .replaceAll(/[\s,_']/g, '')
    .replace(/^(?:[A-Z]{3}|NT\$|\$|€|£|¥)/i, '');
  if (!/^\d+(?:\.\d+)?$/.test(plain)) return undefined;
  const minor = Math.round(Number(plain) * 10 ** decimalsOf(currency));
  return Number.isSafeInteger(minor) && minor >= 1 ? minor : undefined;
}
