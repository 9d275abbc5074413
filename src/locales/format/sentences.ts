/** Chinese and Japanese have no space after a full stop. */
export const sentenceGap = (language: string): string => (/^(ja|zh)/.test(language) ? '' : ' ');

/** Whole sentences one after the other. */
export const joinSentences = (sentences: readonly string[], language: string): string =>
  sentences.filter((one) => one !== '').join(sentenceGap(language));
