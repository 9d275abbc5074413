import { crc32 } from 'node:zlib';
import { randomText } from '../lib/secrets.ts';

const shapeOf = (prefix: string) => new RegExp(`^${prefix}_[0-9a-z]{52}_[0-9a-f]{8}$`);
const shape = shapeOf('mst');
const deviceShape = shapeOf('msd');
const checksum = (body: string): string => crc32(body).toString(16).padStart(8, '0');

/** Secret scanners recognise the prefix `mst_`. The checksum rejects a mistyped token without a query. */
export const newToken = (): string => withChecksum(`mst_${randomText(32)}`);
/** Of a device at the desk. */
export const newDeviceToken = (): string => withChecksum(`msd_${randomText(32)}`);

const withChecksum = (body: string): string => `${body}_${checksum(body)}`;

export const isTokenShaped = (token: string): boolean => shape.test(token) && isWhole(token);
export const isDeviceTokenShaped = (token: string): boolean => deviceShape.test(token) && isWhole(token);

function isWhole(token: string): boolean {
  const cut = token.lastIndexOf('_');
  return checksum(token.slice(0, cut)) === token.slice(cut + 1);
}

/** Enough to tell tokens apart, too little to use one. */
export const tokenPrefix = (token: string): string => token.slice(0, 10);
