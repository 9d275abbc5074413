import { keyring, sign } from '../../../src/server/lib/seal.ts';

/** The identifier of the guardian whom worlds have. */
export const guardianOf = (uid: string): string => `guardian-${uid}`;

/** The code of the link in the mail, signed with the key of the tests. */
export function guardianCode(uid: string): string {
  const id = guardianOf(uid);
  const keys = keyring([Buffer.from('11'.repeat(32), 'hex')]);
  return Buffer.from(`${id}\n${sign(keys, 'guardian', id)}`).toString('base64url');
}
