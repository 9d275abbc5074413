import { crc32 } from 'node:zlib';
import { randomText } from '../lib/secrets.ts';

const shape = /^ms[ta]_[0-9a-z]{52}_[0-9a-f]{8}$/;
const deviceShape = /^msd_[0-9a-z]{52}_[0-9a-f]{8}$/;
const screenShape = /^mss_[0-9a-z]{52}_[0-9a-f]{8}$/;
const checksum = (body: string): string => crc32(body).toString(16).padStart(8, '0');

const servicePrefix = 'msa_';

/** Secret scanners recognise the prefix. The checksum rejects a mistyped token without a query. */
export const newToken = (): string => tokenWith('mst_');
export const newServiceToken = (): string => tokenWith(servicePrefix);
export const isServiceToken = (token: string): boolean => token.startsWith(servicePrefix);
/** Identifies a device at the desk. */
export const newDeviceToken = (): string => tokenWith('msd_');
/** Identifies a screen; it is part of its address. */
export const newScreenToken = (): string => tokenWith('mss_');

function tokenWith(prefix: string): string {
  const body = `${prefix}${randomText(32)}`;
  return `${body}_${checksum(body)}`;
}

export const isTokenShaped = (token: string): boolean => shape.test(token) && isWhole(token);
export const isDeviceTokenShaped = (token: string): boolean => deviceShape.test(token) && isWhole(token);
export const isScreenTokenShaped = (token: string): boolean => screenShape.test(token) && isWhole(token);

function isWhole(token: string): boolean {
  const cut = token.lastIndexOf('_');
  return checksum(token.slice(0, cut)) === token.slice(cut + 1);
}

/** Enough to tell tokens apart, too little to use one. */
export const tokenPrefix = (token: string): string => token.slice(0, 10);
