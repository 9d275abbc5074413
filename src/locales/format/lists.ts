import { localeOf } from './dates.ts';
import { listFormatter } from './formatters.ts';

/** `Ada, Grace and Alan`; American readers see a comma before the last word. */
export const formatList = (words: readonly string[], language: string): string =>
  listFormatter(localeOf(language)).format(words);

/** `Ada, Grace or Alan` */
export const formatChoice = (words: readonly string[], language: string): string =>
  listFormatter(localeOf(language), 'disjunction').format(words);
