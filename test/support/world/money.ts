import type { Trx } from '../../../src/server/db/db.ts';
import { seal, sealBytes } from '../../../src/server/lib/seal.ts';
import type { Keyring } from '../../../src/server/lib/seal.ts';
import { newId } from '../../../src/server/lib/secrets.ts';

export type MoneyIds = {
  /** A budget of the team that nobody has claimed from. */
  budget: string;
  /** Sent by somebody else, from that budget. */
  claim: string;
  /** A draft of the caller, and its receipt. */
  ownClaim: string;
  receipt: string;
  /** Of somebody else, and approved. */
  approvedClaim: string;
  /** It is not paid yet. */
  payout: string;
};
export const newMoneyIds = (now: Date): MoneyIds => ({
  budget: 'B0',
  claim: newId(now),
  ownClaim: newId(now),
  receipt: newId(now),
  approvedClaim: newId(now),
  payout: newId(now),
});

type Money = MoneyIds & { pid: string; tid: string; uid: string; caller: string };

const claimed = 'B1';

export const receiptBytes = Buffer.from('%PDF-1.4 a receipt');

/** A budget, claims in several states with a receipt, and a payout. `boss` is an owner who made the payout. */
export async function insertMoney(trx: Trx, keys: Keyring, world: Money, boss: string, at: string): Promise<void> {
  const { pid, tid, uid, caller, payout } = world;
  const payer = { payer_name: 'Association', payer_iban: 'DE89370400440532013000', payer_bic: '' };
  await trx
    .insertInto('money_settings')
    .values({ pid, ...payer, travel_budget: world.budget, last_claim: 3, last_payout: 1 })
    .execute();
  const budget = { pid, name: 'Stage', tid, amount: 100_000, currency: 'EUR', created_at: at };
  await trx
    .insertInto('budgets')
    .values([
      { ...budget, code: world.budget },
      { ...budget, code: claimed },
    ])
    .execute();
  const paying = { id: payout, pid, number: 1, title: 'August', method: 'transfer' as const, currency: 'EUR' };
  await trx
    .insertInto('payouts')
    .values({ ...paying, created_at: at, created_by: boss })
    .execute();
  const transfer = newId(new Date(at));
  const account = JSON.stringify({ code: '', number: 'DE89370400440532013000', branch: '', holder: 'Target' });
  const sealed = seal(keys, `payout:${transfer}`, account);
  await trx
    .insertInto('payout_transfers')
    .values({ id: transfer, payout_id: payout, uid, amount: 1290, sealed, key_id: keys.current.id })
    .execute();
  const claims = [
    { id: world.ownClaim, uid: caller, state: 'draft' as const, number: null },
    { id: world.claim, uid, state: 'sent' as const, number: 1 },
    { id: world.approvedClaim, uid, state: 'approved' as const, number: 2 },
    { id: newId(new Date(at)), uid, state: 'in_payout' as const, number: 3, payout_id: payout },
  ];
  const values = { pid, kind: 'expense' as const, budget: claimed, currency: 'EUR', claimed: 1290, amount: 1290 };
  await trx
    .insertInto('claims')
    .values(
      claims.map((claim) => ({ ...values, payout_id: null, ...claim, created_at: at, changed_at: at, sent_at: at })),
    )
    .execute();
  for (const { id, state } of claims) {
    const file = state === 'draft' ? world.receipt : newId(new Date(at));
    const kept = { id: file, claim_id: id, type: 'application/pdf', bytes: receiptBytes.length, hash: file };
    await trx
      .insertInto('claim_files')
      .values({ ...kept, created_at: at })
      .execute();
    await trx
      .insertInto('claim_file_parts')
      .values({
        file_id: file,
        part: 0,
        key_id: keys.current.id,
        sealed: sealBytes(keys, `receipt:${file}:0:1`, receiptBytes),
      })
      .execute();
    await trx
      .insertInto('claim_lines')
      .values({ claim_id: id, position: 0, date: '2026-01-02', what: 'Tape', amount: 1290, file_id: file })
      .execute();
    await trx
      .insertInto('claim_steps')
      .values({ id: newId(new Date(at)), claim_id: id, uid, step: 'sent', note: 'For the stage.', at })
      .execute();
  }
}
