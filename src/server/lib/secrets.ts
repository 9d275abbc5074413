import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Crockford base 32, which leaves out letters that are easily confused. */
function base32(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(buffer >> bits) & 31];
    }
    buffer &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet[(buffer << (5 - bits)) & 31] : text;
}

/** 26 characters that sort by time of creation, with 80 random bits. */
export function newId(now: Date): string {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(now.getTime()) << 16n);
  bytes.set(randomBytes(10), 6);
  return base32(bytes);
}

/** Lower bound of all ids created at this time or later; greater than all earlier ids. */
export function firstIdOf(moment: Date): string {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(moment.getTime()) << 16n);
  return base32(bytes);
}

/** Several ascending ids for one moment. The first is random, the others are its successors. */
export function newIds(now: Date, count: number): string[] {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(now.getTime()) << 16n);
  bytes.set(randomBytes(10), 6);
  // The top bit is cleared so that counting up never overflows.
  let tail = view.getBigUint64(8) & 0x7fff_ffff_ffff_ffffn;
  return Array.from({ length: count }, () => {
    view.setBigUint64(8, tail);
    tail += 1n;
    return base32(bytes);
  });
}

export const randomText = (bytes: number): string => base32(randomBytes(bytes));

/** People type these codes. */
export const randomDigits = (count: number): string => String(randomInt(10 ** count)).padStart(count, '0');

export const sha256 = (text: string): string => hash('sha256', text);

export const md5 = (text: string): string => hash('md5', text);

export const hmac = (key: Uint8Array, text: string): string => createHmac('sha256', key).update(text).digest('hex');

/** Constant-time comparison of two digests of the same length. */
export function sameDigest(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
