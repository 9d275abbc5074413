import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a browser's subscription, as the Push API names them, in base64url. */
export type BrowserKeys = { p256dh: string; auth: string };

const curve = 'prime256v1';
const authBytes = 16;
const saltBytes = 16;
const recordBytes = 4096;
/** Marks the last record of a message. There is only one. */
const lastRecord = Uint8Array.of(2);

/** What push services must accept (RFC 8030), less the header, the tag and the mark. */
export const maxPayloadBytes = 3993;

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');

/** Whether the keys can be used: a point on the curve and a secret of the right length. */
export function areUsable({ p256dh, auth }: BrowserKeys): boolean {
  const point = bytesOf(p256dh);
  if (bytesOf(auth).length !== authBytes || point.length !== 65) return false;
  try {
    ECDH.convertKey(point, curve);
    return true;
  } catch {
    return false;
  }
}

const derive = (secret: Buffer, salt: Uint8Array, info: Uint8Array, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** Only a test chooses these. */
type Chosen = { salt: Uint8Array; privateKey: Uint8Array };

/** A message that only the browser can read (RFC 8291, aes128gcm of RFC 8188 in one record). */
export function encryptForBrowser(text: string, { p256dh, auth }: BrowserKeys, chosen?: Chosen): Buffer {
  const ecdh = createECDH(curve);
  if (chosen === undefined) ecdh.generateKeys();
  else ecdh.setPrivateKey(chosen.privateKey);
  const salt = chosen?.salt ?? randomBytes(saltBytes);
  const receiver = bytesOf(p256dh);
  const sender = ecdh.getPublicKey();
  const parties = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender]);
  const secret = derive(ecdh.computeSecret(receiver), bytesOf(auth), parties, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const body = [cipher.update(Buffer.from(text)), cipher.update(lastRecord), cipher.final(), cipher.getAuthTag()];
  const size = Buffer.alloc(5);
  size.writeUInt32BE(recordBytes);
  size.writeUInt8(sender.length, 4);
  return Buffer.concat([salt, size, sender, ...body]);
}
