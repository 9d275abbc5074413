import { fieldsOfKind } from '../../../src/server/features/forms/kinds.service.ts';
import { newId } from '../../../src/server/lib/secrets.ts';
import type { Planting } from './planting.ts';

/** The form about travel money, with payments. */
export const paidForm = 'travel';

export async function plantPaidForm({ trx, world: { pid } }: Planting, at: string): Promise<void> {
  const fields = JSON.stringify(fieldsOfKind('travel_money', { days: [], erase_after: '2027-01-01' }));
  await trx
    .insertInto('forms')
    .values({
      pid,
      form: paidForm,
      kind: 'travel_money',
      title: '',
      audience: 'people',
      fields,
      passes_on: '[]',
      enabled_at: at,
      response_count: 2,
      created_at: at,
    })
    .execute();
}

/** The sealed receipts and accounts of the world, which no answer may show. */
export async function plantSealedMoney({ trx, keep }: Planting): Promise<void> {
  for (const table of ['claim_file_parts', 'payout_transfers'] as const)
    for (const { sealed } of await trx.selectFrom(table).select('sealed').execute())
      if (sealed !== null) keep(`${table}.sealed`, sealed);
}

/** An answer with an amount, a payment of it, and one that was undone. */
export async function plantPayments({ trx, world, mark }: Planting, uid: string, now: Date): Promise<void> {
  const { pid } = world;
  const at = now.toISOString();
  const answers = { apply: true, from: 'Taipei', how: mark('form_responses.answers', uid), amount: 9, currency: 'TWD' };
  await trx
    .insertInto('form_responses')
    .values({
      pid,
      form: paidForm,
      uid,
      answers: JSON.stringify(answers),
      key_id: '',
      revision: 1,
      created_at: at,
      updated_at: at,
    })
    .execute();
  const paid_by = uid === world.uid ? world.caller : world.uid;
  const payment = { pid, form: paidForm, uid, amount: 9, currency: 'TWD', batch: '', paid_at: at, paid_by };
  await trx
    .insertInto('payments')
    .values([
      { ...payment, id: newId(now) },
      { ...payment, id: newId(now), undone_at: at, undone_by: paid_by },
    ])
    .execute();
}
