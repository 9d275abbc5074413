import type { Texts } from './catalogues.ts';

/** The tag of a language that only exists in tests and while developing: English that looks like a longer language. */
export const pseudoLanguage = 'en-XA';

const letters = new Map(Object.entries({ c: 'ç', d: 'ð', n: 'ñ', C: 'Ç', N: 'Ñ' }));
const vowels = new Map(
  Object.entries({ a: 'å', e: 'é', i: 'î', o: 'ö', u: 'û', y: 'ý', A: 'Å', E: 'É', I: 'Î', O: 'Ö', U: 'Û' }),
);
/** Placeholders and tags stay as they are. */
const fixed = /(\{\{[^}]*\}\}|<\/?\w+\/?>)/;

/** Vowels are doubled, which makes texts about 40 % longer and single words as well. */
export function pseudoText(text: string): string {
  const parts = text.split(fixed).map((part) => (fixed.test(part) ? part : Array.from(part, pseudoLetter).join('')));
  return `[${parts.join('')}]`;
}

function pseudoLetter(letter: string): string {
  const vowel = vowels.get(letter);
  return vowel === undefined ? (letters.get(letter) ?? letter) : `${vowel}${vowel.toLowerCase()}`;
}

export function pseudoTexts(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [
      key,
      typeof value === 'string' ? pseudoText(value) : pseudoTexts(value),
    ]),
  );
}
