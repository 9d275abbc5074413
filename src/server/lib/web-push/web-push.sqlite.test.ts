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

/** A token as push services check it: its parts, and whether the key signed them. */
function readVapid(header: string) {
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  const point = bytes(key);
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const isSigned = (text: string) =>
    verify('sha256', Buffer.from(text), { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes(signature));
  return { text: `${head}.${claims}`, isSigned };
}

/** RFC 8292, section 2.4. */
const vapidVector = [
  'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9',
  '.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0',
  '.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, ',
  'k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
].join('');

test('our token has the text of the one in RFC 8292 to the byte, and push services can verify both', () => {
  const published = readVapid(vapidVector);
  expect(published.isSigned(published.text)).toBe(true);
  const keys = createVapidKeys();
  const endpoint = 'https://push.example.net/p/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV';
  const now = new Date((1_453_523_768 - 12 * 60 * 60) * 1000);
  const header = vapidHeader(keys, endpoint, 'mailto:push@example.com', now);
  const ours = readVapid(header);
  // An uncompressed point, as browsers require it.
  expect([bytes(keys.publicKey).length, bytes(keys.publicKey)[0]]).toEqual([65, 4]);
  expect(header.endsWith(`, k=${keys.publicKey}`)).toBe(true);
  expect(ours.text).toBe(published.text);
  expect([ours.isSigned(ours.text), ours.isSigned(`x${ours.text}`), published.isSigned(`x${ours.text}`)]).toEqual([
    true,
    false,
    false,
  ]);
});
