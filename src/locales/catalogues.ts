/** Reads the texts in `locales/{language}/{area}.json`. Each folder is a language. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Texts = { [key: string]: string | Texts };
/** Texts by their whole key, such as `signIn.title`. */
export type FlatTexts = ReadonlyMap<string, string>;

/** The language that the others are translated from. It is shown where a translation is missing. */
export const sourceLanguage = 'en';
export const localesFolder = join(import.meta.dirname, '../../locales');

/** Areas that only the server needs. All others belong to the web app. */
const serverAreas = ['mail', 'server'];
/** Areas that the server needs as well as the web app. */
const sharedAreas = ['notices', 'messages', 'push', 'series'];
/** The share of translated texts from which a language is offered to people. */
const offeredFrom = 0.8;

export const languagesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted((a, b) => Number(b === sourceLanguage) - Number(a === sourceLanguage) || (a < b ? -1 : 1));

export const areasIn = (folder: string, language: string): string[] =>
  globSync('*.json', { cwd: join(folder, language) })
    .map((file) => file.replace(/\.json$/, ''))
    .toSorted();

export const readArea = (folder: string, language: string, area: string): Texts =>
  JSON.parse(readFileSync(join(folder, language, `${area}.json`), 'utf8'));

/** The texts of a language that are translated; an empty text is one that is not. */
export function flatTextsOf(
  folder: string,
  language: string,
  areas: readonly string[] = areasIn(folder, language),
): FlatTexts {
  return new Map(areas.flatMap((area) => flatten(readArea(folder, language, area))).filter(([, text]) => text !== ''));
}

export function flatten(texts: Texts, prefix = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );
}

const pluralForms = (language: string): readonly string[] =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories;

/** The key without its plural form, for a text that depends on a number. */
export function pluralBase(key: string, english: FlatTexts): string | undefined {
  const base = /^(.+)_(?:zero|one|two|few|many|other)$/.exec(key)?.[1];
  return base !== undefined && english.has(`${base}_one`) && english.has(`${base}_other`) ? base : undefined;
}

/** i18next accepts a text of its own for none, in every language. It is not required. */
export const isTextForNone = (key: string, english: FlatTexts): boolean =>
  key.endsWith('_zero') && pluralBase(key, english) !== undefined;

/** The keys that a language needs, each with the English text: languages differ in their plural forms. */
export function expectedTexts(language: string, english: FlatTexts): FlatTexts {
  const forms = pluralForms(language);
  return new Map(
    [...english].flatMap(([key, text]): [string, string][] => {
      const base = pluralBase(key, english);
      if (base === undefined) return [[key, text]];
      if (key !== `${base}_other`) return [];
      return forms.map((form) => [`${base}_${form}`, english.get(`${base}_${form}`) ?? text]);
    }),
  );
}

/** The share of the texts that are translated, from 0 to 1. */
export function completeness(
  folder: string,
  language: string,
  english: FlatTexts = flatTextsOf(folder, sourceLanguage),
): number {
  const keys = [...expectedTexts(language, english).keys()];
  const texts = flatTextsOf(folder, language);
  return keys.filter((key) => texts.has(key)).length / keys.length;
}

/** Every language with a folder, English first. */
export const languages = languagesIn(localesFolder);

/** The languages that people can choose. */
const english = flatTextsOf(localesFolder, sourceLanguage);
export const offeredLanguages = languages.filter(
  (language) => completeness(localesFolder, language, english) >= offeredFrom,
);

/** The texts of these areas, in English where the translation is missing. */
export function textsFor(folder: string, language: string, areas: readonly string[]): FlatTexts {
  const english = flatTextsOf(folder, sourceLanguage, areas);
  const present = areasIn(folder, language);
  const own = flatTextsOf(
    folder,
    language,
    areas.filter((area) => present.includes(area)),
  );
  return new Map([
    ...[...expectedTexts(language, english)].map(([key, text]): [string, string] => [key, own.get(key) ?? text]),
    ...[...own].filter(([key]) => isTextForNone(key, english)),
  ]);
}

export const serverTextsIn = (language: string): FlatTexts =>
  textsFor(localesFolder, language, [...serverAreas, ...sharedAreas]);

export function flatWebTextsIn(language: string): FlatTexts {
  const areas = areasIn(localesFolder, sourceLanguage).filter((area) => !serverAreas.includes(area));
  return textsFor(localesFolder, language, areas);
}

export const webTextsIn = (language: string): Texts => nest(flatWebTextsIn(language));

export function nest(texts: FlatTexts): Texts {
  const root: Texts = {};
  for (const [key, text] of texts) {
    const path = key.split('.');
    const last = path.pop() ?? '';
    let inner = root;
    for (const part of path) {
      const next = inner[part] ?? {};
      if (typeof next === 'string') throw new Error(`${key}: ${part} is both a text and a group of texts`);
      inner[part] = next;
      inner = next;
    }
    inner[last] = text;
  }
  return root;
}

/** The language's own name, so that people find theirs in any language. */
export const languageName = (language: string): string =>
  flatTextsOf(localesFolder, language, ['common']).get('language.name') ??
  new Intl.DisplayNames(language, { type: 'language' }).of(language) ??
  language;
