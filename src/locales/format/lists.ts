import { localeOf } from './dates.ts';
import { listFormatter } from './formatters.ts';

/** `Ada, Grace and Alan`; American readers see a comma before the last word. */
export const formatList = (words: readonly string[], language: string): string =>
  listFormatter(localeOf(language)).format(words);

/** Between words that are elements of their own, such as names that can be dragged. */
export const listComma = (language: string): string => (/^(?:ja|zh)\b/.test(language) ? '、' : ', ');

/** `Ada, Grace or Alan` */
export const formatChoice = (words: readonly string[], language: string): string =>
  listFormatter(localeOf(language), 'disjunction').format(words);
