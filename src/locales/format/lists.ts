import { localeOf } from './dates.ts';
import { listFormatter } from './formatters.ts';

/** `Ada, Grace and Alan`; American readers see a comma before the last word. */
export const formatList = (words: readonly string[], language: string): string =>
  listFormatter(localeOf(language)).format(words);

/** The same as `formatList`, in pieces: an element has the position of its word, what is between two words has none. */
export const listParts = (words: readonly string[], language: string): { text: string; word?: number }[] => {
  let word = 0;
  return listFormatter(localeOf(language))
    .formatToParts(words)
    .map(({ type, value: text }) => (type === 'element' ? { text, word: word++ } : { text }));
};

/** Between words that are elements of their own, such as names that can be dragged. */
export const listComma = (language: string): string => (/^(?:ja|zh)\b/.test(language) ? '、' : ', ');

/** `Ada, Grace or Alan` */
export const formatChoice = (words: readonly string[], language: string): string =>
  listFormatter(localeOf(language), 'disjunction').format(words);
