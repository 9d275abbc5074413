import type { Insertable } from 'kysely';
import { changedOne } from '../../db/changed-one.ts';
import type { Reader, Trx } from '../../db/db.ts';
import type { PushSubscriptionsTable } from '../../db/tables.ts';

export const listSubscriptions = (read: Reader, uid: string) =>
  read
    .selectFrom('push_subscriptions as p')
    .innerJoin('sessions as s', 's.id', 'p.session_id')
    .select(['p.id', 's.device', 'p.endpoint', 'p.created_at', 'p.last_success_at', 'p.session_id'])
    .where('p.uid', '=', uid)
    .orderBy('p.id', 'desc')
    .execute();

export type SubscriptionRow = Awaited<ReturnType<typeof listSubscriptions>>[number];

/** For the export of a person's data: with the address, without the keys, which are of no use to them. */
export const listSubscriptionsOf = (read: Reader, uid: string) =>
  read
    .selectFrom('push_subscriptions as p')
    .innerJoin('sessions as s', 's.id', 'p.session_id')
    .select(['s.device', 'p.endpoint', 'p.created_at', 'p.last_success_at'])
    .where('p.uid', '=', uid)
    .orderBy('p.id')
    .execute();

export const findSame = (trx: Trx, row: Pick<SubscriptionRow, 'session_id' | 'endpoint'> & Keys) =>
  trx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('session_id', '=', row.session_id)
    .where('endpoint', '=', row.endpoint)
    .where('p256dh', '=', row.p256dh)
    .where('auth', '=', row.auth)
    .executeTakeFirst();

type Keys = { p256dh: string; auth: string };

/** A browser has one subscription, no matter who was signed in before. */
export async function deleteOfBrowser(trx: Trx, sessionId: string, endpoint: string): Promise<void> {
  await trx
    .deleteFrom('push_subscriptions')
    .where((eb) => eb.or([eb('session_id', '=', sessionId), eb('endpoint', '=', endpoint)]))
    .execute();
}

export async function countSubscriptions(trx: Trx, uid: string): Promise<number> {
  const { count } = await trx
    .selectFrom('push_subscriptions')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertSubscription(trx: Trx, row: Insertable<PushSubscriptionsTable>): Promise<void> {
  await trx.insertInto('push_subscriptions').values(row).execute();
}

export async function deleteOwn(trx: Trx, uid: string, id: string): Promise<boolean> {
  return changedOne(trx.deleteFrom('push_subscriptions').where('id', '=', id).where('uid', '=', uid));
}

export async function listIdsOf(trx: Trx, uids: readonly string[]): Promise<{ uid: string; id: string }[]> {
  if (uids.length === 0) return [];
  return trx.selectFrom('push_subscriptions').select(['uid', 'id']).where('uid', 'in', uids).orderBy('id').execute();
}

/** Undefined if it was removed since, the session has expired or the account is suspended. */
export const findTarget = (read: Reader, id: string, now: string) =>
  read
    .selectFrom('push_subscriptions as p')
    .innerJoin('sessions as s', 's.id', 'p.session_id')
    .innerJoin('people', 'people.uid', 'p.uid')
    .select(['p.endpoint', 'p.p256dh', 'p.auth'])
    .where('p.id', '=', id)
    .where('s.expires_at', '>', now)
    .where('people.suspended_at', 'is', null)
    .executeTakeFirst();

export async function markAccepted(trx: Trx, id: string, now: string): Promise<void> {
  await trx
    .updateTable('push_subscriptions')
    .set({ last_success_at: now, failing_since: null })
    .where('id', '=', id)
    .execute();
}

export async function markFailing(trx: Trx, id: string, now: string): Promise<void> {
  await trx
    .updateTable('push_subscriptions')
    .set({ failing_since: now })
    .where('id', '=', id)
    .where('failing_since', 'is', null)
    .execute();
}

export async function deleteSubscription(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('push_subscriptions').where('id', '=', id).execute();
}

export async function deleteFailingSince(trx: Trx, moment: string): Promise<void> {
  await trx.deleteFrom('push_subscriptions').where('failing_since', '<', moment).execute();
}

export const findKeys = (read: Reader) =>
  read.selectFrom('installation').select(['push_public', 'push_private']).executeTakeFirstOrThrow();

/** Of several processes one stores its keys. `previous` is null, or the sealed key that can no longer be read. */
export async function storeKeys(
  trx: Trx,
  previous: string | null,
  keys: { push_public: string; push_private: string },
): Promise<boolean> {
  const isStored = await changedOne(
    trx
      .updateTable('installation')
      .set(keys)
      .where('push_private', previous === null ? 'is' : '=', previous),
  );
  // They belong to the keys that are gone.
  if (isStored && previous !== null) await trx.deleteFrom('push_subscriptions').execute();
  return isStored;
}

export async function replaceSealedKey(trx: Trx, previous: string, sealed: string): Promise<boolean> {
  return changedOne(trx.updateTable('installation').set({ push_private: sealed }).where('push_private', '=', previous));
}
