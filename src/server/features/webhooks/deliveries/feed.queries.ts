import type { Insertable } from 'kysely';
import type { Reader, Trx } from '../../../db/db.ts';
import type { WebhookDeliveriesTable } from '../../../db/tables.ts';

const feed = 1;

export const findPosition = async (read: Reader): Promise<number | undefined> =>
  (await read.selectFrom('webhook_feed').select('seq').where('id', '=', feed).executeTakeFirst())?.seq;

/** Whether there is anything to create deliveries for. */
export const hasActive = async (read: Reader): Promise<boolean> =>
  (await read.selectFrom('webhooks').select('id').where('disabled_at', 'is', null).limit(1).executeTakeFirst()) !==
  undefined;

/**
 * Before the first webhook becomes active, nobody keeps the position up to date. It then starts at the latest change, so
 * that the old ones need not be looked at.
 */
export async function startFeed(trx: Trx): Promise<void> {
  if (await hasActive(trx)) return;
  const { last } = await trx
    .selectFrom('changes')
    .select((eb) => eb.fn.max('seq').as('last'))
    .executeTakeFirstOrThrow();
  const seq = last ?? 0;
  await trx
    .insertInto('webhook_feed')
    .values({ id: feed, seq })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seq }))
    .execute();
}

/** Locks the position: only one process creates deliveries at a time. */
export const lockPosition = async (trx: Trx): Promise<number | undefined> =>
  (
    await trx
      .updateTable('webhook_feed')
      .set((eb) => ({ seq: eb.ref('seq') }))
      .where('id', '=', feed)
      .returning('seq')
      .executeTakeFirst()
  )?.seq;

export async function movePosition(trx: Trx, seq: number): Promise<void> {
  await trx.updateTable('webhook_feed').set({ seq }).where('id', '=', feed).execute();
}

export const listNewChanges = (trx: Reader, after: number, upTo: number, limit: number) =>
  trx
    .selectFrom('changes')
    .selectAll()
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(limit)
    .execute();

export const listReceivers = (trx: Reader, pids: readonly string[]) =>
  trx
    .selectFrom('webhooks')
    .select(['id', 'pid', 'kinds', 'active_since'])
    .where('pid', 'in', pids)
    .where('disabled_at', 'is', null)
    .execute();

export async function insertDeliveries(trx: Trx, rows: readonly Insertable<WebhookDeliveriesTable>[]): Promise<void> {
  await trx.insertInto('webhook_deliveries').values(rows).execute();
}
