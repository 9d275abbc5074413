import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor } from '../../../auth/project-role.ts';
import type { Db, Trx } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { addSeconds, timestamp } from '../../../lib/clock.ts';
import { firstIdOf, newId } from '../../../lib/secrets.ts';
import { keptSeconds } from '../webhooks.policy.ts';
import { lockWebhook } from '../webhooks.queries.ts';
import type { WebhookDelivery } from '../webhooks.schema.ts';
import { noSuchWebhook } from '../webhooks.service.ts';
import * as queries from './deliveries.queries.ts';
import { deleteDeliveriesBefore, insertDelivery, restartDelivery } from './deliveries.queries.ts';
import type { DeliveryRow } from './deliveries.queries.ts';

const deletedAtOnce = 5000;

type Change = Actor & { id: string };

export const presentDelivery = ({
  delivered_at,
  due_at,
  webhook_id: _webhook,
  uid: _uid,
  ...row
}: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  kind: row.kind,
  state: delivered_at !== null ? 'delivered' : due_at === null ? 'failed' : 'waiting',
  attempts: row.attempts,
  outcome: row.outcome,
  created_at: row.created_at,
  tried_at: row.tried_at,
  due_at,
  body: row.body,
});

async function requireActive(trx: Trx, { projectRole, caller, id, now }: Change): Promise<void> {
  await confirmCaller(trx, now, caller);
  const webhook = (await lockWebhook(trx, projectRole.scope, id)) ?? noSuchWebhook();
  if (webhook.disabled_at !== null) fail('webhook_disabled');
}

/** A delivery without a change, to see whether the endpoint works. */
export async function ping(db: Db, change: Change): Promise<WebhookDelivery> {
  const { id: webhook_id, projectRole, now } = change;
  const at = timestamp(now);
  const body = JSON.stringify({ type: 'ping', timestamp: at, data: { project: projectRole.scope.pid } });
  const row = { id: newId(now), webhook_id, kind: 'ping', body, created_at: at, due_at: at, attempts: 0, uid: null };
  await db.transaction(async (trx) => {
    await requireActive(trx, change);
    await insertDelivery(trx, row);
  });
  return presentDelivery({ ...row, tried_at: null, delivered_at: null, outcome: null });
}

/** Sends it again under the same id, so that receivers can recognise it. */
export async function redeliver(db: Db, change: Change, delivery: string): Promise<WebhookDelivery> {
  return db.transaction(async (trx) => {
    await requireActive(trx, change);
    const row = await restartDelivery(trx, change.id, delivery, timestamp(change.now));
    return row === undefined ? fail('not_found', { detail: 'There is no such delivery' }) : presentDelivery(row);
  });
}

/** Part of erasing a person. */
export const deleteDeliveriesAbout = (trx: Trx, uid: string): Promise<void> => queries.deleteDeliveriesAbout(trx, uid);

export const deleteOldDeliveries = (trx: Trx, now: string): Promise<void> =>
  deleteDeliveriesBefore(trx, firstIdOf(addSeconds(new Date(now), -keptSeconds)), deletedAtOnce);
