/** The texts that the server writes: mails, page descriptions, headers of downloads. */
import { languages, serverTextsIn, sourceLanguage } from './catalogues.ts';
import { setReader } from './format/dates.ts';
import type { ServerTexts } from './english.ts';

type KeysOf<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : KeysOf<T[K], `${Prefix}${K}.`>;
}[keyof T & string];
type WithoutPlural<K extends string> = K extends `${infer Base}_${'one' | 'other'}` ? Base : K;

type ServerTextKey = WithoutPlural<KeysOf<ServerTexts>>;
type Values = Readonly<Record<string, string | number>>;
export type Translate = (key: ServerTextKey, values?: Values) => string;

const catalogues = new Map(languages.map((language) => [language, serverTextsIn(language)]));

/** The language of a text for somebody; English if theirs is unknown or has no texts. */
export const writtenLanguage = (language: string | null | undefined): string =>
  language != null && catalogues.has(language) ? language : sourceLanguage;

/** Texts in a language; in English if there is no such language. `count` selects the plural form. */
export function translateTo(language: string | null | undefined): Translate {
  const known = writtenLanguage(language);
  const texts = catalogues.get(known);
  return (key, values = {}) => {
    const { count } = values;
    const plural =
      typeof count === 'number' ? texts?.get(`${key}_${new Intl.PluralRules(known).select(count)}`) : undefined;
    const text = plural ?? texts?.get(key) ?? key;
    // One pass, so that placeholders inside a person's or team's name stay as they are.
    return text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
  };
}

/** Mails and files have British dates in English: a person's language is known, their region is not. */
export const setServerFormats = (now: () => Date): void =>
  setReader(() => ({
    locales: ['en-GB'],
    timeZone: 'UTC',
    get now() {
      return now().toISOString();
    },
  }));
