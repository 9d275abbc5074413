import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyQuestion,
} from '../../../src/server/features/passkeys/passkeys.schema.ts';
import type { TestApp } from '../app.ts';

const digest = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();
const text = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');

/** Mistakes of an authenticator or a browser. */
export type Slips = { origin?: string; rpId?: string; verified?: boolean; type?: string; userHandle?: string };

const present = 0x01;
const verifiedFlag = 0x04;
const withKey = 0x40;

/** A software passkey: one key pair with a counter that increases with every use unless stopped. A forger chooses its `id`. */
export function createAuthenticator(id: Buffer = randomBytes(16)) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const state = { counter: 0, userHandle: '' };

  const head = (rpId: string, flags: number, { verified = true }: Slips): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(state.counter);
    const all = present | flags | (verified ? verifiedFlag : 0);
    return Buffer.concat([digest(rpId), Buffer.from([all]), counter]);
  };
  const clientData = (type: string, challenge: string, slips: Slips): Buffer =>
    Buffer.from(JSON.stringify({ type: slips.type ?? type, challenge, origin: slips.origin ?? 'http://muster.test' }));

  return {
    id: text(id),
    state,
    create: ({ challenge, rp, user }: PasskeyCreation, slips: Slips = {}): NewPasskey['credential'] => {
      state.userHandle = user.id;
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const authData = Buffer.concat([
        head(slips.rpId ?? rp.id, withKey, slips),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        key,
      ]);
      // CBOR by hand: { fmt: "none", attStmt: {}, authData: bytes }.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([authData.length]),
        authData,
      ]);
      const response = {
        clientDataJSON: text(clientData('webauthn.create', challenge, slips)),
        attestationObject: text(attestation),
        transports: ['internal'],
      };
      return { id: text(id), type: 'public-key', response };
    },
    get: ({ challenge, rpId }: PasskeyQuestion, slips: Slips = {}): PasskeyAnswer['credential'] => {
      const authenticatorData = head(slips.rpId ?? rpId, 0, slips);
      const clientDataJSON = clientData('webauthn.get', challenge, slips);
      const signature = sign('sha256', Buffer.concat([authenticatorData, digest(clientDataJSON)]), privateKey);
      const response = {
        clientDataJSON: text(clientDataJSON),
        authenticatorData: text(authenticatorData),
        signature: text(signature),
        userHandle: slips.userHandle ?? state.userHandle,
      };
      return { id: text(id), type: 'public-key', response };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;
type Headers = Record<string, string>;

const post = (muster: TestApp, url: string, headers: Headers, payload?: object) =>
  muster.call({ method: 'POST', url, headers, ...(payload === undefined ? {} : { payload }) });

/** Adds a passkey in this browser. */
export async function addPasskey(muster: TestApp, headers: Headers, slips: Slips = {}) {
  const authenticator = createAuthenticator();
  const options = (await post(muster, '/api/me/passkeys/challenge', headers)).json();
  const payload = { name: 'My phone', credential: authenticator.create(options, slips) };
  return { authenticator, added: await post(muster, '/api/me/passkeys', headers, payload) };
}

export async function signInByPasskey(muster: TestApp, authenticator: Authenticator, slips: Slips = {}) {
  authenticator.state.counter += 1;
  const question = (await post(muster, '/api/sign-in/passkey/challenge', {})).json();
  return post(muster, '/api/sign-in/passkey', {}, { credential: authenticator.get(question, slips) });
}

export async function confirmByPasskey(muster: TestApp, headers: Headers, authenticator: Authenticator) {
  authenticator.state.counter += 1;
  const question = (await post(muster, '/api/me/confirmation/challenge', headers)).json();
  return post(muster, '/api/me/confirmation', headers, { credential: authenticator.get(question) });
}
