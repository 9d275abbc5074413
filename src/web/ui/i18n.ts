import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Messages } from '../messages/en.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Messages };
  }
}

export const languages = ['en', 'zh-TW'] as const;
export type Language = (typeof languages)[number];

/** Each language by its own name, so that people find theirs in any language. */
export const languageNames: Record<Language, string> = { en: 'English', 'zh-TW': '繁體中文' };

const storageKey = 'muster-language';

/** Only the texts of the language in use are loaded. */
const catalogues: Record<Language, () => Promise<Messages>> = {
  en: async () => (await import('../messages/en.ts')).en,
  'zh-TW': async () => (await import('../messages/zh-TW.ts')).zhTW,
};

export async function startI18n(): Promise<void> {
  const language = rememberedLanguage() ?? browserLanguage(navigator.languages);
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: await catalogues[language]() } },
    // React escapes what it renders; escaping twice would show entities.
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = language;
}

export async function switchLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation'))
    i18next.addResourceBundle(language, 'translation', await catalogues[language]());
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  remember(language);
}

export const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value);

/** Traditional Chinese for every kind of Chinese; English for everybody else. */
export function browserLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    if (/^zh\b/i.test(tag)) return 'zh-TW';
    if (/^en\b/i.test(tag)) return 'en';
  }
  return 'en';
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
