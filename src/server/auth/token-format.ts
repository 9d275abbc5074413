import { crc32 } from 'node:zlib';
import { randomText } from '../lib/secrets.ts';

const shape = /^mst_[0-9a-z]{52}_[0-9a-f]{8}$/;
const checksum = (body: string): string => crc32(body).toString(16).padStart(8, '0');

/** Secret scanners recognise the prefix `mst_`. The checksum rejects a mistyped token without a query. */
export function newToken(): string {
  const body = `mst_${randomText(32)}`;
  return `${body}_${checksum(body)}`;
}

export function isTokenShaped(token: string): boolean {
  const cut = token.lastIndexOf('_');
  return shape.test(token) && checksum(token.slice(0, cut)) === token.slice(cut + 1);
}

/** Enough to tell tokens apart, too little to use one. */
export const tokenPrefix = (token: string): string => token.slice(0, 10);
