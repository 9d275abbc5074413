import { domainToASCII, domainToUnicode } from 'node:url';

/** What people see as one address is one address: no blanks around it, no capitals, one Unicode form. */
export const normaliseEmail = (address: string): string => address.trim().normalize('NFC').toLowerCase();

const emailShape = /^[^\s@"<>(),:;[\]\\]+@[^\s@"<>(),:;[\]\\]+$/;
const longestEmail = 254;

/** Measured as it will be stored: some letters become two when they are lower-cased. */
export function isEmail(value: string): boolean {
  const address = normaliseEmail(value);
  return (
    isLine(value) &&
    emailShape.test(address) &&
    Array.from(address).length <= longestEmail &&
    isPlainDomain(address.slice(address.indexOf('@') + 1))
  );
}

/**
 * Mail goes to what a domain means, not to how it is spelt: in wide letters or with another full stop it would be a
 * second account, with limits of its own, whose mail reaches the first one's mailbox.
 */
function isPlainDomain(domain: string): boolean {
  const meant = domainToASCII(domain);
  const whole = domain.split('.').every((label) => label !== '');
  return whole && meant !== '' && (domain === meant || domain === domainToUnicode(meant));
}

/** Orders names for people the same way on both engines: without case, accents and width. */
export const sortKey = (name: string): string =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim().slice(0, 200).toWellFormed();

// Line breaks and tabs are text; every other control character is somebody's mistake or attack.
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

export const isText = (value: string): boolean => !controls.test(value) && value.isWellFormed();

// Characters that cannot be seen and make a name look like another one, or turn what follows it around. The two that
// join letters stay: Persian, the scripts of India and composed emoji need them.
const deceptive = /[\u200b\u2060\u202a-\u202e\u2066-\u2069\ufeff]/;

export const isLine = (value: string): boolean =>
  isText(value) && !/[\n\r\t\u2028\u2029]/.test(value) && !deceptive.test(value);
