import type { Insertable } from 'kysely';
import { changedAny, changedOne } from '../../db/changed-one.ts';
import type { Trx } from '../../db/db.ts';
import type { EmailChangesTable } from '../../db/tables.ts';

/** A new request replaces one that is not confirmed. */
export async function replacePending(trx: Trx, row: Insertable<EmailChangesTable>): Promise<void> {
  await trx.deleteFrom('email_changes').where('uid', '=', row.uid).where('confirmed_at', 'is', null).execute();
  await trx.insertInto('email_changes').values(row).execute();
}

type Confirmation = { tokenHash: string; uid: string; now: string; revertHash: string; revertUntil: string };

/** Only one of several concurrent calls gets the row, and only for the person who asked. */
export const takePending = (trx: Trx, { tokenHash, uid, now, revertHash, revertUntil }: Confirmation) =>
  trx
    .updateTable('email_changes')
    .set({ confirmed_at: now, revert_hash: revertHash, expires_at: revertUntil })
    .where('token_hash', '=', tokenHash)
    .where('uid', '=', uid)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['old_email', 'new_email'])
    .executeTakeFirst();

export const findReversible = (trx: Trx, revertHash: string, now: string) =>
  trx
    .selectFrom('email_changes')
    .select(['uid', 'old_email', 'created_at'])
    .where('revert_hash', '=', revertHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Also those made later, so that somebody who changed the address twice cannot undo the reversal. */
export async function deleteSince(trx: Trx, uid: string, since: string): Promise<boolean> {
  return changedAny(trx.deleteFrom('email_changes').where('uid', '=', uid).where('created_at', '>=', since));
}

/** False if another account has the address. */
export async function setEmail(trx: Trx, uid: string, email: string): Promise<boolean> {
  try {
    return await changedOne(
      trx
        .updateTable('people')
        .set({ email })
        .where('uid', '=', uid)
        .where((eb) =>
          eb.not(eb.exists(eb.selectFrom('people as other').select('other.uid').where('other.email', '=', email))),
        ),
    );
  } catch (error) {
    // PostgreSQL: an account with this address was created at the same moment.
    if (error instanceof Error && 'code' in error && error.code === '23505') return false;
    throw error;
  }
}

/** Invitations follow the person, except to teams to which the new address is invited as well. */
export async function moveInvitations(trx: Trx, from: string, to: string): Promise<void> {
  await trx
    .deleteFrom('invitations')
    .where('email', '=', from)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('invitations as other')
          .select('other.id')
          .where('other.email', '=', to)
          .whereRef('other.pid', '=', 'invitations.pid')
          .whereRef('other.tid', '=', 'invitations.tid'),
      ),
    )
    .execute();
  await trx.updateTable('invitations').set({ email: to }).where('email', '=', from).execute();
}

export async function deleteLinksTo(trx: Trx, email: string): Promise<void> {
  await trx.deleteFrom('sign_in_links').where('email', '=', email).execute();
}

export async function deleteExpiredEmailChanges(trx: Trx, now: string): Promise<void> {
  await trx.deleteFrom('email_changes').where('expires_at', '<', now).execute();
}
