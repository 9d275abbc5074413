import type { Insertable, Selectable } from 'kysely';
import type { Reader, Trx } from '../../../db/db.ts';
import type { WebhookDeliveriesTable } from '../../../db/tables.ts';

export type DeliveryRow = Selectable<WebhookDeliveriesTable>;

/** Returns the newest first. */
export const listDeliveries = (
  read: Reader,
  webhook: string,
  limit: number,
  before: string | undefined,
): Promise<DeliveryRow[]> =>
  read
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhook)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export async function insertDelivery(trx: Trx, row: Insertable<WebhookDeliveriesTable>): Promise<void> {
  await trx.insertInto('webhook_deliveries').values(row).execute();
}

/** Makes it due, with all its attempts. */
export const restartDelivery = (trx: Trx, webhook: string, id: string, now: string): Promise<DeliveryRow | undefined> =>
  trx
    .updateTable('webhook_deliveries')
    .set({ due_at: now, attempts: 0, delivered_at: null })
    .where('id', '=', id)
    .where('webhook_id', '=', webhook)
    .returningAll()
    .executeTakeFirst();

/** A webhook that is switched off gets nothing more. */
export async function dropWaiting(trx: Trx, webhook: string): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ due_at: null })
    .where('webhook_id', '=', webhook)
    .where('due_at', 'is not', null)
    .execute();
}

/** Due deliveries, oldest first; not those of `busy` webhooks. */
export const listDue = (read: Reader, now: string, busy: readonly string[], limit: number) =>
  read
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .select(['d.id', 'd.webhook_id', 'w.failing_since'])
    .where('d.due_at', '<=', now)
    .where('w.disabled_at', 'is', null)
    .$if(busy.length > 0, (query) => query.where('d.webhook_id', 'not in', busy))
    .orderBy('d.due_at')
    .limit(limit)
    .execute();

/** Those that no other process has claimed. Until `leaseEnds` nobody else tries them. */
export const claimDeliveries = (trx: Trx, ids: readonly string[], now: string, leaseEnds: string) =>
  trx
    .updateTable('webhook_deliveries')
    .set((eb) => ({ due_at: leaseEnds, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', ids)
    .where('due_at', '<=', now)
    .returning(['id', 'webhook_id', 'body', 'attempts'])
    .execute();
export type ClaimedDelivery = Awaited<ReturnType<typeof claimDeliveries>>[number];

export const listTargets = (read: Reader, ids: readonly string[]) =>
  read
    .selectFrom('webhooks')
    .select(['id', 'pid', 'url', 'secrets', 'old_secret_until', 'created_by', 'made_with'])
    .where('id', 'in', ids)
    .execute();
export type Target = Awaited<ReturnType<typeof listTargets>>[number];

type Result = { now: string; outcome: string };

export async function markDelivered(trx: Trx, ids: readonly string[], { now, outcome }: Result): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ delivered_at: now, tried_at: now, outcome, due_at: null })
    .where('id', 'in', ids)
    .execute();
}

export async function markFailed(
  trx: Trx,
  ids: readonly string[],
  { now, outcome, dueAt }: Result & { dueAt: string | null },
): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ tried_at: now, outcome, due_at: dueAt })
    .where('id', 'in', ids)
    .execute();
}

export async function clearFailing(trx: Trx, webhooks: readonly string[]): Promise<void> {
  if (webhooks.length === 0) return;
  await trx
    .updateTable('webhooks')
    .set({ failing_since: null })
    .where('id', 'in', webhooks)
    .where('failing_since', 'is not', null)
    .execute();
}

export async function setFailing(trx: Trx, webhooks: readonly string[], now: string): Promise<void> {
  if (webhooks.length === 0) return;
  await trx
    .updateTable('webhooks')
    .set({ failing_since: now })
    .where('id', 'in', webhooks)
    .where('failing_since', 'is', null)
    .execute();
}

export async function listFailingSince(trx: Reader, webhooks: readonly string[], before: string) {
  if (webhooks.length === 0) return [];
  return trx
    .selectFrom('webhooks')
    .select('id')
    .where('id', 'in', webhooks)
    .where('failing_since', '<=', before)
    .orderBy('id')
    .execute();
}

/** Undefined if another process was faster. */
export const listActiveOf = (trx: Trx, uid: string) =>
  trx
    .selectFrom('webhooks')
    .select('id')
    .where('created_by', '=', uid)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .execute();

export const disableWebhook = (trx: Trx, id: string, now: string, reason: 'failing' | 'gone' | 'not_allowed') =>
  trx
    .updateTable('webhooks')
    .set({ disabled_at: now, disabled_for: reason })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .returning(['pid', 'url'])
    .executeTakeFirst();

export const listOwners = async (trx: Reader, pid: string): Promise<string[]> =>
  (await trx.selectFrom('project_owners').select('uid').where('pid', '=', pid).execute()).map(({ uid }) => uid);

/** Those that are not waiting. Ids sort by time. */
export async function deleteDeliveriesBefore(trx: Trx, id: string, limit: number): Promise<void> {
  const old = trx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('id', '<', id)
    .where('due_at', 'is', null)
    .orderBy('id')
    .limit(limit);
  await trx.deleteFrom('webhook_deliveries').where('id', 'in', old).execute();
}

export async function deleteDeliveriesAbout(trx: Trx, uid: string): Promise<void> {
  await trx.deleteFrom('webhook_deliveries').where('uid', '=', uid).execute();
}
