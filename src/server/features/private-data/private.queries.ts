import type { Insertable } from 'kysely';
import { changedOne } from '../../db/changed-one.ts';
import type { Reader, Trx } from '../../db/db.ts';
import type { PrivateDataTable } from '../../db/tables.ts';
import type { PrivateKind } from './private.schema.ts';

export const findPrivate = (read: Reader, uid: string, kind: PrivateKind) =>
  read
    .selectFrom('private_data')
    .select(['fields', 'revision', 'updated_at', 'unconfirmed_at'])
    .where('uid', '=', uid)
    .where('kind', '=', kind)
    .executeTakeFirst();

export const listPrivate = (read: Reader, uids: readonly string[], kind: PrivateKind) =>
  read.selectFrom('private_data').select(['uid', 'fields']).where('uid', 'in', uids).where('kind', '=', kind).execute();

export const allPrivate = (read: Reader, uid: string) =>
  read.selectFrom('private_data').select(['kind', 'fields', 'updated_at']).where('uid', '=', uid).execute();

/** The caller has locked the person and compared the revision. */
export async function putPrivate(trx: Trx, row: Omit<Insertable<PrivateDataTable>, 'revision'>): Promise<number> {
  const { fields, key_id, updated_at, unconfirmed_at = null } = row;
  const { revision } = await trx
    .insertInto('private_data')
    .values({ ...row, revision: 1 })
    .onConflict((conflict) =>
      conflict.columns(['uid', 'kind']).doUpdateSet((eb) => ({
        fields,
        key_id,
        updated_at,
        unconfirmed_at,
        revision: eb('private_data.revision', '+', 1),
      })),
    )
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
}

/** Since it was last written. Requires a locked person. */
export const setUnconfirmed = (trx: Trx, uid: string): Promise<boolean> =>
  changedOne(
    trx
      .updateTable('private_data')
      .set((eb) => ({ unconfirmed_at: eb.ref('updated_at') }))
      .where('uid', '=', uid)
      .where('kind', '=', 'bank')
      .where('fields', '!=', '{}')
      .where('unconfirmed_at', 'is', null),
  );

/** Requires a locked person. */
export const confirmBank = (trx: Trx, uid: string): Promise<boolean> =>
  changedOne(
    trx
      .updateTable('private_data')
      .set({ unconfirmed_at: null })
      .where('uid', '=', uid)
      .where('kind', '=', 'bank')
      .where('unconfirmed_at', 'is not', null),
  );
