/** What people see as one address is one address: no blanks around it, no capitals, one Unicode form. */
export const normaliseEmail = (address: string): string => address.trim().normalize('NFC').toLowerCase();

const emailShape = /^[^\s@"<>(),:;[\]\\]+@[^\s@"<>(),:;[\]\\]+$/;
const longestEmail = 254;

/** Measured as it will be stored: some letters become two when they are lower-cased. */
export function isEmail(value: string): boolean {
  const address = normaliseEmail(value);
  return isLine(value) && emailShape.test(address) && Array.from(address).length <= longestEmail;
}

/** Orders names for people the same way on both engines: without case, accents and width. */
export const sortKey = (name: string): string =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim().slice(0, 200).toWellFormed();

// Line breaks and tabs are text; every other control character is somebody's mistake or attack.
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

export const isText = (value: string): boolean => !controls.test(value) && value.isWellFormed();

export const isLine = (value: string): boolean => isText(value) && !/[\n\r\t\u2028\u2029]/.test(value);
