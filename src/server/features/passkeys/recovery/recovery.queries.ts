import type { Insertable } from 'kysely';
import { changedAny, changedOne } from '../../../db/changed-one.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import type { RecoveryCodesTable } from '../../../db/tables.ts';

export const listCodes = (read: Reader, uid: string) =>
  read.selectFrom('recovery_codes').select(['created_at', 'used_at']).where('uid', '=', uid).orderBy('id').execute();

export async function replaceCodes(
  trx: Trx,
  uid: string,
  rows: readonly Insertable<RecoveryCodesTable>[],
): Promise<void> {
  await deleteCodes(trx, uid);
  await trx.insertInto('recovery_codes').values(rows).execute();
}

export async function deleteCodes(trx: Trx, uid: string): Promise<boolean> {
  return changedAny(trx.deleteFrom('recovery_codes').where('uid', '=', uid));
}

/** Sessions that a recovery code confirmed no longer count as confirmed. */
export async function clearRecovered(trx: Trx, uid: string): Promise<void> {
  await trx.updateTable('sessions').set({ recovered_at: null }).where('uid', '=', uid).execute();
}

/** True for one call only: each code works once. */
export async function consumeRecoveryCode(trx: Trx, uid: string, codeHash: string, now: string): Promise<boolean> {
  return changedOne(
    trx
      .updateTable('recovery_codes')
      .set({ used_at: now })
      .where('uid', '=', uid)
      .where('code_hash', '=', codeHash)
      .where('used_at', 'is', null),
  );
}

/** False if the session has ended. */
export async function markRecovered(trx: Trx, sessionId: string, now: string): Promise<boolean> {
  return changedOne(trx.updateTable('sessions').set({ recovered_at: now, proved_at: now }).where('id', '=', sessionId));
}
