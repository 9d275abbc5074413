import type { Insertable } from 'kysely';
import type { Reader, Trx } from '../../db/db.ts';
import type { PrivateDataTable } from '../../db/tables.ts';
import type { PrivateKind } from './private.schema.ts';

export const findPrivate = (read: Reader, uid: string, kind: PrivateKind) =>
  read
    .selectFrom('private_data')
    .select(['fields', 'revision', 'updated_at'])
    .where('uid', '=', uid)
    .where('kind', '=', kind)
    .executeTakeFirst();

export const listPrivate = (read: Reader, uids: readonly string[], kind: PrivateKind) =>
  read.selectFrom('private_data').select(['uid', 'fields']).where('uid', 'in', uids).where('kind', '=', kind).execute();

export const allPrivate = (read: Reader, uid: string) =>
  read.selectFrom('private_data').select(['kind', 'fields', 'updated_at']).where('uid', '=', uid).execute();

/** The caller has locked the person and compared the revision. */
export async function putPrivate(trx: Trx, row: Omit<Insertable<PrivateDataTable>, 'revision'>): Promise<number> {
  const { fields, key_id, updated_at } = row;
  const { revision } = await trx
    .insertInto('private_data')
    .values({ ...row, revision: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['uid', 'kind'])
        .doUpdateSet((eb) => ({ fields, key_id, updated_at, revision: eb('private_data.revision', '+', 1) })),
    )
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
}
