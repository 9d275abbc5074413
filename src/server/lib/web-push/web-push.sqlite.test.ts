import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { openPush, pushReceiver } from '../../../../test/support/servers/push-receiver.ts';
import { areUsable, encryptForBrowser, maxPayloadBytes } from './encryption.ts';
import { createVapidKeys, vapidHeader } from './vapid.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** RFC 8291, section 5 and appendix A. */
const vector = {
  text: 'When I grow up, I want to be a watermelon',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('the message of RFC 8291 is encrypted to the byte', () => {
  const { text, keys, salt, privateKey, body } = vector;
  const encrypted = encryptForBrowser(text, keys, { salt: bytes(salt), privateKey: bytes(privateKey) });
  expect(encrypted.toString('base64url')).toBe(body);
});

test('the browser can read what was encrypted for it, up to the longest message, and each one differs', () => {
  const browser = pushReceiver();
  const text = 'ü'.repeat(Math.floor(maxPayloadBytes / 2));
  const [one, two] = [encryptForBrowser(text, browser.keys), encryptForBrowser(text, browser.keys)];
  expect(openPush(browser, one)).toBe(text);
  expect(one.length).toBeLessThanOrEqual(4096);
  expect(one.equals(two)).toBe(false);
});

test('keys that no browser has are rejected', () => {
  const { keys } = pushReceiver();
  expect(areUsable(keys)).toBe(true);
  const offCurve = Buffer.concat([Buffer.from([4]), randomBytes(64)]).toString('base64url');
  for (const wrong of [
    { ...keys, p256dh: offCurve },
    { ...keys, p256dh: keys.p256dh.slice(0, -4) },
    { ...keys, p256dh: '' },
    { ...keys, auth: 'AAAA' },
    { ...keys, auth: '' },
  ])
    expect(areUsable(wrong)).toBe(false);
});

test('the push service can verify who sent a message (RFC 8292)', () => {
  const keys = createVapidKeys();
  const now = new Date('2026-06-01T09:00:00Z');
  const header = vapidHeader(keys, 'https://push.example.org/v1/abc?d=e', 'https://muster.test', now);
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  expect([head, claims].map((part) => JSON.parse(bytes(part).toString()))).toEqual([
    { typ: 'JWT', alg: 'ES256' },
    { aud: 'https://push.example.org', exp: now.getTime() / 1000 + 12 * 3600, sub: 'https://muster.test' },
  ]);
  const point = bytes(key);
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const isSigned = (text: string) =>
    verify('sha256', Buffer.from(text), { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes(signature));
  expect([isSigned(`${head}.${claims}`), isSigned(`${head}.x${claims}`)]).toEqual([true, false]);
});
