import { domainToASCII, domainToUnicode } from 'node:url';

/** Gives each address one spelling: trimmed, lower case, NFC. */
export const normaliseEmail = (address: string): string => address.trim().normalize('NFC').toLowerCase();

const emailPattern = /^[^\s@"<>(),:;[\]\\]+@[^\s@"<>(),:;[\]\\]+$/;
const maxEmailLength = 254;

/** The length is checked after normalising, because some letters become two in lower case. */
export function isEmail(value: string): boolean {
  const address = normaliseEmail(value);
  return (
    isLine(value) &&
    !mayBeInvisible(value) &&
    emailPattern.test(address) &&
    Array.from(address).length <= maxEmailLength &&
    isPlainDomain(address.slice(address.indexOf('@') + 1))
  );
}

/**
 * Rejects other spellings of a domain, such as full-width letters. They would be a second account, with its own limits,
 * whose mail arrives in the first one's mailbox.
 */
function isPlainDomain(domain: string): boolean {
  const ascii = domainToASCII(domain);
  const noEmptyLabel = domain.split('.').every((label) => label !== '');
  return noEmptyLabel && ascii !== '' && (domain === ascii || domain === domainToUnicode(ascii));
}

/** Sorts names the same way on both engines, ignoring case, accents and character width. */
export const sortKey = (name: string): string =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim().slice(0, 200).toWellFormed();

/** Whether a name has the text in it, in any case and with or without accents. */
export const contains = (name: string, text: string): boolean => sortKey(name).includes(sortKey(text));

// Line breaks and tabs are allowed in text; every other control character is a mistake or an attack.
const controls = /[^\P{Cc}\t\n\r]/u;

export const isText = (value: string): boolean => !controls.test(value) && value.isWellFormed();

export const isLine = (value: string): boolean =>
  isText(value) && !/[\n\r\t\u2028\u2029]/.test(value) && !hasInvisible(value);

/**
 * Characters that cannot be seen make two names look alike, or reverse the text after them: all that Unicode says to
 * ignore in display, annotation marks, and the blank Braille pattern.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u;

/** Scripts in which joiners between letters change how a word is written. */
const joining =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Nko}\\p{Script=Mandaic}\\p{Script=Adlam}\\p{Script=Mongolian}' +
  '\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}' +
  '\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}' +
  '\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}';
/** The signs that join two consonants in Indic scripts. A joiner after one is seen even at the end of a word. */
const virama = '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca\\u1039\\u17d2';

/** Where these characters are seen. Each alternative looks at one character on each side, so it runs in linear time. */
const seen = new RegExp(
  [
    // Joiners between letters, as in Persian, and after a virama.
    `(?<=[${joining}])[\\u200c\\u200d](?=[${joining}])`,
    `(?<=[${virama}])[\\u200c\\u200d]`,
    // Emoji joined to one, and their colourful or plain form.
    '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
    '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
    '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
    // The flags of England, Scotland and Wales.
    '(?<=\\u{1f3f4})\\u{e0067}\\u{e0062}' +
      '(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}',
    // Variants of Chinese characters, which Japanese names use, and of Mongolian letters.
    '(?<=\\p{Unified_Ideograph})[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]',
    '(?<=\\p{Script=Mongolian})[\\u180b-\\u180f]',
  ].join('|'),
  'gu',
);

/** Addresses must have none of them, not even where they change what is shown. */
const mayBeInvisible = (value: string): boolean => invisible.test(value);

const hasInvisible = (value: string): boolean => invisible.test(value) && invisible.test(value.replace(seen, ''));
