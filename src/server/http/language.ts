export type Language = 'en' | 'zh-TW';

/** The best language of an `Accept-Language` header that mails exist in; undefined if none of them does. */
export function languageOf(header: string | undefined): Language | undefined {
  const wanted = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.map((one) => /^\s*q=([01](?:\.\d{1,3})?)\s*$/.exec(one)?.[1]).find(Boolean);
      return { tag, weight: Number(weight ?? 1) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  for (const { tag } of wanted) {
    if (/^zh(-|$)/.test(tag)) return 'zh-TW';
    if (/^en(-|$)/.test(tag)) return 'en';
  }
  return undefined;
}
