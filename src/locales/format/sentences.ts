/** Whole sentences one after the other. Chinese and Japanese have no space after a full stop. */
export const joinSentences = (sentences: readonly string[], language: string): string =>
  sentences.filter((one) => one !== '').join(/^(ja|zh)/.test(language) ? '' : ' ');
