import type { Trx } from '../../db/db.ts';

/**
 * Transfers to the person that are not paid, whose account has changed for the first time, with who is to hear of it: who made
 * the payout, or the owners if that person is gone.
 */
export async function markChangedTransfers(trx: Trx, uid: string, at: string) {
  const open = await trx
    .selectFrom('payout_transfers as t')
    .innerJoin('payouts', 'payouts.id', 't.payout_id')
    .select(['t.id as transfer', 't.amount'])
    .select(['payouts.id', 'payouts.pid', 'payouts.number', 'payouts.currency', 'payouts.created_by'])
    .where('t.uid', '=', uid)
    .where('t.sealed', 'is not', null)
    .where('t.account_changed_at', 'is', null)
    .where('payouts.paid_at', 'is', null)
    .orderBy('payouts.id')
    .execute();
  if (open.length === 0) return [];
  await trx
    .updateTable('payout_transfers')
    .set({ account_changed_at: at })
    .where(
      'id',
      'in',
      open.map(({ transfer }) => transfer),
    )
    .execute();
  const owners = await trx
    .selectFrom('project_owners')
    .select(['pid', 'uid'])
    .where(
      'pid',
      'in',
      open.map(({ pid }) => pid),
    )
    .execute();
  return open.map(({ created_by: maker, ...row }) => ({
    ...row,
    payers: maker === null ? owners.flatMap((owner) => (owner.pid === row.pid ? [owner.uid] : [])) : [maker],
  }));
}
