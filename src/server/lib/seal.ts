import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Keys derived from the configured secrets: the first one seals, all of them unseal. */
export type Keyring = { current: SealingKey; all: ReadonlyMap<string, SealingKey> };
type SealingKey = { id: string; cipher: Uint8Array; hash: Uint8Array; sign: Uint8Array };

const derive = (secret: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', `muster:${purpose}`, 32));

function sealingKey(secret: Uint8Array): SealingKey {
  const id = createHash('sha256').update('muster:key-id').update(secret).digest('hex').slice(0, 8);
  return { id, cipher: derive(secret, 'seal'), hash: derive(secret, 'hash'), sign: derive(secret, 'sign') };
}

export function keyring(secrets: readonly [Uint8Array, ...Uint8Array[]]): Keyring {
  const [current, ...older] = secrets.map(sealingKey);
  if (current === undefined) throw new Error('a keyring needs at least one key');
  return { current, all: new Map([current, ...older].map((key) => [key.id, key])) };
}

/** AES-256-GCM. `context` binds the value to its row and field: copied elsewhere, it cannot be decrypted. */
export const seal = (keys: Keyring, context: string, text: string): string =>
  sealBytes(keys, context, Buffer.from(text));

export const unseal = (keys: Keyring, context: string, sealed: string): string =>
  unsealBytes(keys, context, sealed).toString('utf8');

export function sealBytes({ current }: Keyring, context: string, bytes: Uint8Array): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', current.cipher, nonce);
  cipher.setAAD(Buffer.from(context));
  // Copied once: parts of receipts are large.
  const body = [cipher.update(bytes), cipher.final()];
  return `${current.id}.${Buffer.concat([nonce, cipher.getAuthTag(), ...body]).toString('base64url')}`;
}

export function unsealBytes(keys: Keyring, context: string, sealed: string): Buffer {
  const [id = '', packed = ''] = sealed.split('.', 2);
  const key = keys.all.get(id);
  if (key === undefined) throw new Error(`no key ${id} to unseal ${context}`);
  const bytes = Buffer.from(packed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key.cipher, bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
}

const macOf = (key: SealingKey, context: string, text: string): Buffer =>
  createHmac('sha256', key.sign).update(`${context}\n`).update(text).digest();

/** HMAC-SHA256. `context` is what the text is, so that a signature of one kind is not accepted for another. */
export const sign = ({ current }: Keyring, context: string, text: string): string =>
  `${current.id}.${macOf(current, context, text).toString('hex')}`;

export function signatureState(
  keys: Keyring,
  context: string,
  text: string,
  signature: string,
): 'valid' | 'wrong' | 'unknown_key' {
  const [id = '', hex = ''] = signature.split('.', 2);
  const key = keys.all.get(id);
  if (key === undefined) return 'unknown_key';
  const [given, expected] = [Buffer.from(hex, 'hex'), macOf(key, context, text)];
  return given.length === expected.length && timingSafeEqual(given, expected) ? 'valid' : 'wrong';
}
