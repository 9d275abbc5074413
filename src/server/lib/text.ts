import { domainToASCII, domainToUnicode } from 'node:url';

/** One spelling per address: trimmed, lower case, NFC. */
export const normaliseEmail = (address: string): string => address.trim().normalize('NFC').toLowerCase();

const emailPattern = /^[^\s@"<>(),:;[\]\\]+@[^\s@"<>(),:;[\]\\]+$/;
const maxEmailLength = 254;

/** The length is checked after normalising, because some letters become two in lower case. */
export function isEmail(value: string): boolean {
  const address = normaliseEmail(value);
  return (
    isLine(value) &&
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

// Line breaks and tabs are allowed in text; every other control character is a mistake or an attack.
const controls = /[^\P{Cc}\t\n\r]/u;

export const isText = (value: string): boolean => !controls.test(value) && value.isWellFormed();

// Invisible characters that make two names look alike or reverse the text after them. The two joiners stay allowed:
// Persian, Indic scripts and composed emoji need them.
const deceptive = /[\u200b\u2060\u202a-\u202e\u2066-\u2069\ufeff]/;

export const isLine = (value: string): boolean =>
  isText(value) && !/[\n\r\t\u2028\u2029]/.test(value) && !deceptive.test(value);
