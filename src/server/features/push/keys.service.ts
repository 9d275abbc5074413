import type { Db, Reader } from '../../db/db.ts';
import { seal, unseal } from '../../lib/seal.ts';
import type { Keyring } from '../../lib/seal.ts';
import { createVapidKeys } from '../../lib/web-push/vapid.ts';
import type { VapidKeys } from '../../lib/web-push/vapid.ts';
import { findKeys, replaceSealedKey, storeKeys } from './push.queries.ts';

type Services = { db: Db; keys: Keyring };

const context = 'push:private-key';
const keyIdOf = (sealed: string): string => sealed.split('.', 1)[0] ?? '';

/** Created on first use; again if the key that sealed them is gone, after which people have to turn notifications on again. */
export async function pushKeys({ db, keys }: Services): Promise<VapidKeys> {
  for (;;) {
    const { push_public: publicKey, push_private: sealed } = await findKeys(db.read);
    if (publicKey !== null && sealed !== null && keys.all.has(keyIdOf(sealed)))
      return { publicKey, privateKey: unseal(keys, context, sealed) };
    const created = createVapidKeys();
    const row = { push_public: created.publicKey, push_private: seal(keys, context, created.privateKey) };
    if (await db.transaction((trx) => storeKeys(trx, sealed, row))) return created;
  }
}

/** The id of the key that sealed the private key. */
export async function pushSealingKey(read: Reader): Promise<string | undefined> {
  const { push_private: sealed } = await findKeys(read);
  return sealed === null ? undefined : keyIdOf(sealed);
}

/** Whether it was encrypted again; undefined if it cannot be decrypted. */
export async function resealPushKey({ db, keys }: Services): Promise<boolean | undefined> {
  const { push_private: sealed } = await findKeys(db.read);
  if (sealed === null || keyIdOf(sealed) === keys.current.id) return false;
  if (!keys.all.has(keyIdOf(sealed))) return undefined;
  const again = seal(keys, context, unseal(keys, context, sealed));
  return db.transaction((trx) => replaceSealedKey(trx, sealed, again));
}
