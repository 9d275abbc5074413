import { offeredLanguages } from '../../locales/catalogues.ts';
import { matchLanguage } from '../../locales/match-language.ts';

/** The first language of an `Accept-Language` header that is offered; undefined if none is. */
export function languageOf(header: string | undefined): string | undefined {
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
  return matchLanguage(
    wanted.map(({ tag }) => tag),
    offeredLanguages,
  );
}
