import i18next from 'i18next';
import type { i18n, InitOptions } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { languages, loaders } from 'virtual:locales';
import type { Profile } from '../../client/client.ts';
import type { WebTexts } from '../../locales/english.ts';
import { directionOf } from '../../locales/direction.ts';
import { matchLanguage } from '../../locales/match-language.ts';
import { readCookie, writeCookie } from '../cookies.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: WebTexts };
  }
}

export type Language = NonNullable<Profile['language']>;

/** The language's own name, so that people find theirs in any language. */
export const languageName = (language: Language): string =>
  languages.find(({ code }) => code === language)?.name ?? language;

const cookieName = 'muster_language';

/** The bundles of texts that pages have asked for. Pages are built for the server with a single one. */
const bundles = new Set(['first']);

const textsIn = async (language: Language, bundle: string) => (await loaders[language][bundle]?.())?.default ?? {};

async function addTexts(instance: i18n, language: Language, bundle: string): Promise<void> {
  instance.addResourceBundle(language, 'translation', await textsIn(language, bundle), true);
}

/**
 * Loads a page or part together with the texts that it uses. The build puts this around every import of one
 * (src/locales/vite-plugin.ts).
 */
export async function withTexts<T>(bundle: string, load: () => Promise<T>): Promise<T> {
  bundles.add(bundle);
  const { language } = i18next;
  const [loaded] = await Promise.all([load(), isLanguage(language) && addTexts(i18next, language, bundle)]);
  return loaded;
}

const optionsFor = async (language: Language): Promise<InitOptions> => ({
  lng: language,
  fallbackLng: false,
  resources: { [language]: { translation: await textsIn(language, 'first') } },
  // React escapes what it renders; escaping twice would show entities.
  interpolation: { escapeValue: false },
  saveMissing: true,
  missingKeyHandler: (_languages, _namespace, key) => console.error(`The text ${key} is not loaded`),
});

/** A page that the server rendered continues in its language. */
export async function startI18n(pageLanguage?: Language): Promise<void> {
  const language = pageLanguage ?? rememberedLanguage() ?? browserLanguage(navigator.languages);
  await i18next.use(initReactI18next).init(await optionsFor(language));
  declareLanguage(language);
}

function declareLanguage(language: Language): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

/** For rendering on the server, which needs several languages at the same time. */
export async function createI18n(language: Language): Promise<i18n> {
  const instance = i18next.createInstance();
  await instance.init(await optionsFor(language));
  return instance;
}

export async function switchLanguage(language: Language): Promise<void> {
  await Promise.all([...bundles].map((bundle) => addTexts(i18next, language, bundle)));
  await i18next.changeLanguage(language);
  declareLanguage(language);
  remember(language);
}

/** The language of the page, where it is one that people can choose. */
export const currentLanguage = ({ language }: Pick<i18n, 'language'>): Language | undefined =>
  isLanguage(language) ? language : undefined;

export const isLanguage = (value: unknown): value is Language => languages.some(({ code }) => code === value);

export function browserLanguage(preferred: readonly string[]): Language {
  const found = matchLanguage(
    preferred,
    languages.map(({ code }) => code),
  );
  return isLanguage(found) ? found : 'en';
}

function rememberedLanguage(): Language | undefined {
  const value = readCookie(cookieName);
  return isLanguage(value) ? value : undefined;
}

const remember = (language: Language): void => writeCookie(cookieName, language, 365 * 86_400);
