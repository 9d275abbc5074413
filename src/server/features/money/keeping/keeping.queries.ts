import { countRows } from '../../../db/count-rows.ts';
import type { Reader, Trx } from '../../../db/db.ts';

/** Claims of a person in all projects, for their export. */
export const listClaimsOf = (read: Reader, uid: string) =>
  read
    .selectFrom('claims')
    .leftJoin('payouts', 'payouts.id', 'claims.payout_id')
    .select(['claims.id', 'claims.pid', 'claims.number', 'claims.kind', 'claims.state', 'claims.form', 'claims.budget'])
    .select([
      'claims.currency',
      'claims.claimed',
      'claims.cap',
      'claims.amount',
      'claims.bank_until as share_bank_until',
      'claims.note',
    ])
    .select(['claims.created_at', 'claims.sent_at', 'claims.decided_at', 'payouts.paid_at', 'payouts.number as payout'])
    .where('claims.uid', '=', uid)
    .orderBy('claims.id')
    .execute();

const ofPerson = (read: Reader, uid: string) =>
  read.selectFrom('claims').select('claims.id').where('claims.uid', '=', uid);

export const listLinesOf = (read: Reader, uid: string) =>
  read
    .selectFrom('claim_lines')
    .select(['claim_id', 'date', 'what', 'amount', 'amount_text', 'file_id as file'])
    .where('claim_id', 'in', ofPerson(read, uid))
    .orderBy('claim_id')
    .orderBy('position')
    .execute();

export const listFilesOf = (read: Reader, uid: string) =>
  read
    .selectFrom('claim_files')
    .select(['claim_id', 'id', 'type', 'bytes', 'created_at'])
    .where('claim_id', 'in', ofPerson(read, uid))
    .orderBy('id')
    .execute();

/** What happened to the claims of the person, and what the person wrote about those of others. */
export const listStepsOf = (read: Reader, uid: string) =>
  read
    .selectFrom('claim_steps')
    .select(['claim_id', 'step', 'note', 'at'])
    .where((eb) => eb.or([eb('uid', '=', uid), eb('claim_id', 'in', ofPerson(read, uid))]))
    .orderBy('id')
    .execute();

/** A claim that is being paid or was paid is an entry in the books. */
const inBooks = ['in_payout', 'paid'] as const;

export async function deleteUnpaidOf(trx: Trx, uid: string): Promise<void> {
  await trx.deleteFrom('claims').where('uid', '=', uid).where('state', 'not in', inBooks).execute();
}

/** What is left has neither notes nor an account. */
export async function clearNotesOf(trx: Trx, uid: string): Promise<void> {
  await trx
    .updateTable('claim_steps')
    .set({ note: '' })
    .where((eb) => eb.or([eb('uid', '=', uid), eb('claim_id', 'in', ofPerson(trx, uid))]))
    .execute();
  await trx.updateTable('payout_transfers').set({ sealed: null, key_id: '' }).where('uid', '=', uid).execute();
}

/** Claims that were not paid and have not changed since then. */
const endedUnpaid = (read: Reader, before: string) =>
  read
    .selectFrom('claims')
    .where('changed_at', '<', before)
    .where('state', 'in', ['draft', 'returned', 'refused', 'withdrawn']);

/** Claims that were paid before then and still have what people wrote, or a receipt. */
const paidBefore = (read: Reader, before: string) =>
  read
    .selectFrom('claims')
    .innerJoin('payouts', 'payouts.id', 'claims.payout_id')
    .where('payouts.paid_at', '<', before)
    .where((eb) =>
      eb.or([
        eb('claims.uid', 'is not', null),
        eb.exists(
          eb.selectFrom('claim_files').select('claim_files.id').whereRef('claim_files.claim_id', '=', 'claims.id'),
        ),
        eb.exists(
          eb
            .selectFrom('claim_lines')
            .select('claim_lines.position')
            .whereRef('claim_lines.claim_id', '=', 'claims.id'),
        ),
      ]),
    );

export const countEndedUnpaid = (read: Reader, before: string): Promise<number> => countRows(endedUnpaid(read, before));
export const countPaidBefore = (read: Reader, before: string): Promise<number> => countRows(paidBefore(read, before));

export async function deleteEndedUnpaid(trx: Trx, before: string, limit: number) {
  const due = await endedUnpaid(trx, before).select(['id', 'pid']).orderBy('changed_at').limit(limit).execute();
  if (due.length === 0) return [];
  return trx
    .deleteFrom('claims')
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .where('changed_at', '<', before)
    .returning(['id', 'pid'])
    .execute();
}

/** The amounts stay, without the person, the receipts and what they wrote. */
export async function clearPaidBefore(trx: Trx, before: string, limit: number) {
  const due = await paidBefore(trx, before)
    .select(['claims.id', 'claims.pid'])
    .orderBy('claims.id')
    .limit(limit)
    .execute();
  const ids = due.map(({ id }) => id);
  if (ids.length === 0) return [];
  for (const table of ['claim_lines', 'claim_files', 'claim_steps'] as const)
    await trx.deleteFrom(table).where('claim_id', 'in', ids).execute();
  await trx.updateTable('claims').set({ uid: null, bank_until: null }).where('id', 'in', ids).execute();
  return due;
}

/** Accounts in payouts that were paid before then. */
const accountsBefore = (read: Reader, before: string) =>
  read
    .selectFrom('payouts')
    .where('paid_at', '<', before)
    .where('accounts_erased_at', 'is', null)
    .where('method', '=', 'transfer');

export const countAccountsBefore = (read: Reader, before: string): Promise<number> =>
  countRows(accountsBefore(read, before));

export async function eraseAccountsBefore(trx: Trx, before: string, at: string): Promise<number> {
  const due = (await accountsBefore(trx, before).select('id').execute()).map(({ id }) => id);
  if (due.length === 0) return 0;
  await trx.updateTable('payout_transfers').set({ sealed: null, key_id: '' }).where('payout_id', 'in', due).execute();
  await trx.updateTable('payouts').set({ accounts_erased_at: at }).where('id', 'in', due).execute();
  return due.length;
}

/** The people of transfers that were paid before then are in the claims, which are cleared. */
export async function clearTransfersBefore(trx: Trx, before: string): Promise<void> {
  await trx
    .updateTable('payout_transfers')
    .set({ uid: null })
    .where('uid', 'is not', null)
    .where('payout_id', 'in', (eb) => eb.selectFrom('payouts').select('id').where('paid_at', '<', before))
    .execute();
}
