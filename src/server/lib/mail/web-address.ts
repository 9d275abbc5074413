/** Endings that mail programs turn into links even without `https://` or a path. */
const endings =
  'com|net|org|info|biz|io|app|dev|me|co|xyz|top|site|online|shop|store|link|click|live|club|icu|vip|tk|ml|ga|cf|gq|' +
  'ly|gg|gl|tw|cn|hk|jp|kr|uk|de|fr|eu|us|ru';

// Runs in linear time: nothing before the dot or the colon is repeated.
const webAddress = new RegExp(
  String.raw`:\/\/|\bwww\.|[\p{L}\p{N}]\.(?:${endings})(?![\p{L}\p{N}])|[\p{L}\p{N}]\.\p{L}{2,24}\/`,
  'iu',
);

/** Other widths and the ideographic full stop count as a dot: browsers accept them in host names. */
const plain = (text: string): string => text.normalize('NFKC').replaceAll('。', '.');

/** Whether a mail program would show a link in this text, as far as one can tell. */
export const hasWebAddress = (text: string): boolean => webAddress.test(plain(text));

/**
 * A name for a mail that a stranger receives: without web addresses, which names stored earlier may contain, and with a
 * space after each dot inside a word, so that no other ending becomes a link.
 */
export const nameForMail = (name: string): string =>
  name
    .split(/\s+/u)
    .map((word) => (hasWebAddress(word) ? '…' : word.replace(/\.(?=\p{L}{2})/gu, '. ')))
    .join(' ');
