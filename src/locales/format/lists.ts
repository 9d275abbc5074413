import { listFormatter } from './formatters.ts';

/** `Ada, Grace, and Alan` */
export const formatList = (words: readonly string[], language: string): string => listFormatter(language).format(words);

/** `Ada, Grace, or Alan` */
export const formatChoice = (words: readonly string[], language: string): string =>
  listFormatter(language, 'disjunction').format(words);
