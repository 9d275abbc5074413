import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { languages, loaders } from 'virtual:locales';
import type { Profile } from '../../client/client.ts';
import type { WebTexts } from '../../locales/english.ts';
import { matchLanguage } from '../../locales/match-language.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: WebTexts };
  }
}

export type Language = NonNullable<Profile['language']>;

/** The language's own name, so that people find theirs in any language. */
export const languageName = (language: Language): string =>
  languages.find(({ code }) => code === language)?.name ?? language;

const storageKey = 'muster-language';

/** Only the texts of the language in use are loaded. */
const textsIn = async (language: Language): Promise<WebTexts> => (await loaders[language]()).default;

export async function startI18n(): Promise<void> {
  const language = rememberedLanguage() ?? browserLanguage();
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: await textsIn(language) } },
    // React escapes what it renders; escaping twice would show entities.
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = language;
}

export async function switchLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation'))
    i18next.addResourceBundle(language, 'translation', await textsIn(language));
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  remember(language);
}

export const isLanguage = (value: unknown): value is Language => languages.some(({ code }) => code === value);

function browserLanguage(): Language {
  const found = matchLanguage(
    navigator.languages,
    languages.map(({ code }) => code),
  );
  return isLanguage(found) ? found : 'en';
}

function rememberedLanguage(): Language | undefined {
  try {
    const value = localStorage.getItem(storageKey);
    return isLanguage(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Without storage the choice lasts until the page is closed. */
function remember(language: Language): void {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Storage is switched off.
  }
}
