const shape = /^(muster:([a-z0-9][a-z0-9_-]{0,63}):([0-9a-z]{1,64})):([A-Za-z0-9_-]{86})$/;

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const keys = new Map<string, Promise<CryptoKey | undefined>>();

/** Undefined in browsers without Ed25519: then the server checks when it gets the scan. */
function importKey(key: string): Promise<CryptoKey | undefined> {
  const known = keys.get(key);
  if (known !== undefined) return known;
  const imported = crypto.subtle.importKey('raw', bytesOf(key), 'Ed25519', false, ['verify']).catch(() => undefined);
  keys.set(key, imported);
  return imported;
}

/** The person of a code; undefined if it is forged, of another project or no code at all. */
export async function personOfCode(pid: string, publicKey: string, code: string): Promise<string | undefined> {
  const [, text = '', project, uid, signature = ''] = shape.exec(code.trim()) ?? [];
  if (project !== pid || uid === undefined) return undefined;
  const key = await importKey(publicKey);
  if (key === undefined) return uid;
  const isValid = await crypto.subtle.verify('Ed25519', key, bytesOf(signature), new TextEncoder().encode(text));
  return isValid ? uid : undefined;
}
