/** `Ada, Grace and Alan` */
export const formatList = (words: readonly string[], language: string): string =>
  new Intl.ListFormat(language).format(words);

/** `Ada, Grace or Alan` */
export const formatChoice = (words: readonly string[], language: string): string =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(words);
