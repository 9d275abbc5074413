import type { Insertable, Selectable } from 'kysely';
import type { Reader, Trx } from '../../../db/db.ts';
import type { NoticeSettingsTable } from '../../../db/tables.ts';

export type SettingsRow = Pick<
  Selectable<NoticeSettingsTable>,
  'mail' | 'push' | 'digest' | 'quiet_starts' | 'quiet_ends' | 'timezone'
>;

export const findSettings = (read: Reader, uid: string): Promise<SettingsRow | undefined> =>
  read
    .selectFrom('notice_settings')
    .select(['mail', 'push', 'digest', 'quiet_starts', 'quiet_ends', 'timezone'])
    .where('uid', '=', uid)
    .executeTakeFirst();

export async function saveSettings(trx: Trx, row: Insertable<NoticeSettingsTable>): Promise<void> {
  const { uid: _uid, ...values } = row;
  await trx
    .insertInto('notice_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(values))
    .execute();
}

/** Locks the person, so that a change of the settings at the same time is not lost. */
export const lockPerson = async (trx: Trx, uid: string): Promise<boolean> =>
  (await trx
    .updateTable('people')
    .set((eb) => ({ plan_revision: eb.ref('plan_revision') }))
    .where('uid', '=', uid)
    .returning('uid')
    .executeTakeFirst()) !== undefined;
