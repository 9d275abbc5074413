import { changedOne } from '../../db/changed-one.ts';
import type { Trx } from '../../db/db.ts';

export async function setAppointed(trx: Trx, uid: string, now: string): Promise<boolean> {
  return changedOne(
    trx
      .updateTable('people')
      .set({ administrator_since: now })
      .where('uid', '=', uid)
      .where('administrator_since', 'is', null),
  );
}

export async function setDismissed(trx: Trx, uid: string): Promise<void> {
  await trx
    .updateTable('people')
    .set({ administrator_since: null, configured_since: null })
    .where('uid', '=', uid)
    .execute();
}

/** False if the person was admitted before. */
export async function setConfigured(trx: Trx, uid: string, now: string): Promise<boolean> {
  return changedOne(
    trx
      .updateTable('people')
      .set({ configured_since: now })
      .where('uid', '=', uid)
      .where('configured_since', 'is', null),
  );
}

/** Locked, so that two administrators cannot dismiss themselves at the same time. */
export async function lockInstallation(trx: Trx): Promise<void> {
  await trx
    .updateTable('installation')
    .set((eb) => ({ set_up_at: eb.ref('set_up_at') }))
    .execute();
}

/** Administrators who can act, with those of these addresses who were admitted by configuration. */
export const listAdministrators = (trx: Trx, configured: readonly string[]) =>
  trx
    .selectFrom('people')
    .select(['uid', 'email', 'name'])
    .where('suspended_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('administrator_since', 'is not', null),
        ...(configured.length === 0
          ? []
          : [eb.and([eb('configured_since', 'is not', null), eb('email', 'in', configured)])]),
      ]),
    )
    .orderBy('uid')
    .execute();

export async function insertClosed(trx: Trx, address_hash: string, now: string): Promise<void> {
  await trx
    .insertInto('closed_addresses')
    .values({ address_hash, closed_at: now })
    .onConflict((conflict) => conflict.column('address_hash').doNothing())
    .execute();
}

export const isClosed = async (trx: Trx, hashes: readonly string[]): Promise<boolean> =>
  (await trx
    .selectFrom('closed_addresses')
    .select('address_hash')
    .where('address_hash', 'in', hashes)
    .executeTakeFirst()) !== undefined;
