import type { TFunction } from 'i18next';
import { collator } from './formatters.ts';

/** People who were added by others may not have entered a name yet. */
export const shownName = (t: TFunction, name: string): string => name || t('person.public.nameless');

/** The order of names and other texts in a language: `Task 2` is before `Task 10`. */
export const compareNames = (language: string) => collator(language).compare;

/** `Taiwan` for `TW`, in a language. */
export const countryNames = (language: string) => {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return (code: string): string => names.of(code) ?? code;
};

/** What two spellings of a name have in common: capitals, spaces and widths of letters do not matter. */
export const nameKey = (name: string): string => name.normalize('NFKC').replaceAll(/\s+/g, '').toLowerCase();
