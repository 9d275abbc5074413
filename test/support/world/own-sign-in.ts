import type { Trx } from '../../../src/server/db/db.ts';
import type { World } from './world-types.ts';

/** A passkey and an account of a sign-in provider that belong to the caller. */
export async function insertSignIn(trx: Trx, { passkey, identity, caller }: World, at: string): Promise<void> {
  await trx
    .insertInto('passkeys')
    .values({
      id: passkey,
      uid: caller,
      credential_id: passkey,
      public_key: '',
      counter: 0,
      transports: '[]',
      name: 'Test',
      created_at: at,
    })
    .execute();
  await trx
    .insertInto('identities')
    .values({
      id: identity,
      issuer: 'https://id.example.org',
      subject: caller,
      uid: caller,
      email: `${caller}@example.org`,
      created_at: at,
      last_used_at: at,
    })
    .execute();
}
