import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Crockford base 32: no letters that people confuse when they read them aloud. */
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

/** Sortable by time of creation, 80 random bits, 26 characters. */
export function newId(now: Date): string {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(now.getTime()) << 16n);
  bytes.set(randomBytes(10), 6);
  return base32(bytes);
}

/** What comes before every identifier of this moment and later ones, and after all earlier ones. */
export function firstIdOf(moment: Date): string {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(moment.getTime()) << 16n);
  return base32(bytes);
}

/** Many of one moment, in the order in which they are given out. The first is random, the others count on from it. */
export function newIds(now: Date, count: number): string[] {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(now.getTime()) << 16n);
  bytes.set(randomBytes(10), 6);
  // The topmost bit is left free, so that counting on never runs over.
  let tail = view.getBigUint64(8) & 0x7fff_ffff_ffff_ffffn;
  return Array.from({ length: count }, () => {
    view.setBigUint64(8, tail);
    tail += 1n;
    return base32(bytes);
  });
}

export const randomText = (bytes: number): string => base32(randomBytes(bytes));

export const sha256 = (text: string): string => hash('sha256', text);

export const md5 = (text: string): string => hash('md5', text);

export const hmac = (key: Uint8Array, text: string): string => createHmac('sha256', key).update(text).digest('hex');

/** Both sides are digests of one length, so the comparison takes the same time wherever they differ. */
export function sameDigest(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
