import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Db, Trx } from '../../../db/db.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { seal, unseal } from '../../../lib/seal.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { fail } from '../../../errors.ts';
import { findKey, insertKey, lockKey } from './codes.queries.ts';
import type { KeyRow } from './codes.queries.ts';
import { personText, readCode } from './codes.policy.ts';

export type KeyServices = { db: Db; clock: Clock; keys: Keyring };

const contextOf = (pid: string): string => `project:${pid}:key`;

/** Created on first use. If the key that sealed it is gone, codes that were printed still verify, but no new ones can be made. */
async function keyOf({ db, clock, keys }: KeyServices, scope: ProjectScope): Promise<KeyRow> {
  const found = await findKey(db.read, scope);
  if (found !== undefined) return found;
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { pid } = scope;
  const row = {
    pid,
    public_key: String(publicKey.export({ format: 'jwk' }).x),
    private_key: seal(keys, contextOf(pid), String(privateKey.export({ format: 'jwk' }).d)),
    key_id: keys.current.id,
    created_at: timestamp(clock.now()),
  };
  if (await db.transaction((trx) => insertKey(trx, row))) return row;
  return (await findKey(db.read, scope)) ?? fail('internal');
}

/** For devices, which check codes offline: 32 bytes in base64url. */
export const publicKeyOf = async (services: KeyServices, scope: ProjectScope): Promise<string> =>
  (await keyOf(services, scope)).public_key;

/** Signs texts with the project's key. */
export async function signerOf(services: KeyServices, scope: ProjectScope): Promise<(text: string) => string> {
  const row = await keyOf(services, scope);
  const d = unseal(services.keys, contextOf(scope.pid), row.private_key);
  const key = createPrivateKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: row.public_key, d } });
  return (text) => sign(null, Buffer.from(text), key).toString('base64url');
}

export type Verifier = (text: string, signature: string) => boolean;

export function verifierOf(publicKey: string): Verifier {
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: publicKey } });
  return (text, signature) => verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
}

/** The person of a code of this project; undefined if it is forged or of another project. */
export function personOfCode({ pid }: ProjectScope, verifies: Verifier, code: string): string | undefined {
  const read = readCode(code);
  if (read === undefined || read.pid !== pid) return undefined;
  return verifies(personText(pid, read.uid), read.signature) ? read.uid : undefined;
}

/** Locks the desk of the project until the transaction ends. The key must exist: devices and codes create it. */
export const lockDesk = async (trx: Trx, scope: ProjectScope): Promise<string> =>
  (await lockKey(trx, scope))?.public_key ?? fail('internal');

/** Makes sure that there is a key, so that the desk can be locked. */
export const prepareDesk = async (services: KeyServices, scope: ProjectScope): Promise<void> =>
  void (await keyOf(services, scope));
