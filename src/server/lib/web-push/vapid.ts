import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';

/** The key pair by which push services recognise this installation (RFC 8292), in base64url. */
export type VapidKeys = { publicKey: string; privateKey: string };

/** Push services refuse more than 24 hours. */
const validSeconds = 12 * 60 * 60;

const uncompressed = 4;

export function createVapidKeys(): VapidKeys {
  const {
    d = '',
    x = '',
    y = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  });
  const point = Buffer.concat([Uint8Array.of(uncompressed), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { publicKey: point.toString('base64url'), privateKey: d };
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** `contact`: whom the push service can ask, an https or mailto URL. */
export function vapidHeader(keys: VapidKeys, endpoint: string, contact: string, now: Date): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now.getTime() / 1000) + validSeconds,
    sub: contact,
  };
  const text = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`;
  const point = Buffer.from(keys.publicKey, 'base64url');
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      d: keys.privateKey,
    },
  });
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${text}.${signature.toString('base64url')}, k=${keys.publicKey}`;
}
