import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Trx } from '../../../db/db.ts';
import { chunksOf } from '../../../lib/chunks.ts';
import { record, recordAll } from '../../audit/audit.service.ts';
import { withdrawNotices, withdrawNoticesTo } from '../../notices/notify.service.ts';
import { deleteFulfilledSwaps, deleteOffer, listNotifiedOffers } from './offers.queries.ts';

type OfferOf = { pid: string; id: string; giver: string };
type Offer = { to_uid: string | null; for_task: string | null; created_at: string };

/** Only those of this offer. Nobody was notified of an offer to anyone for nothing. */
export async function withdrawNoticesOf(trx: Trx, { pid, id, giver }: OfferOf, offer: Offer): Promise<void> {
  const { to_uid, for_task, created_at } = offer;
  if (to_uid !== null) await withdrawNoticesTo(trx, 'place.offered', id, [to_uid], giver);
  else if (for_task !== null)
    await withdrawNotices(trx, { kind: 'place.offered', pid, subject: id, since: new Date(created_at), actor: giver });
}

type Ending = { actor: string | null; now: Date };

/** Does nothing if there is no offer. Requires the locked giver. */
export async function endOffer(trx: Trx, { actor, now }: Ending, { pid, id, giver }: OfferOf): Promise<void> {
  const offer = await deleteOffer(trx, id, giver);
  if (offer === undefined) return;
  await withdrawNoticesOf(trx, { pid, id, giver }, offer);
  await record(trx, now, { actor, kind: 'offer.withdrawn', subject: giver, pid, detail: { task: id } });
}

/**
 * Call it before these people lose their places on the tasks, or with 'all' before the tasks are deleted: the offers are
 * deleted with them. Nobody else can be asked to give a place for a swap that they no longer have.
 */
export async function withdrawNoticesOfOffers(
  trx: Trx,
  tasks: readonly string[],
  uids: readonly string[] | 'all',
): Promise<void> {
  for (const ids of chunksOf(tasks)) {
    for (const { pid, task_id: id, uid: giver, ...offer } of await listNotifiedOffers(trx, ids, uids)) {
      const isEnding = uids === 'all' || (ids.includes(id) && uids.includes(giver));
      if (isEnding) await withdrawNoticesOf(trx, { pid, id, giver }, offer);
      else await withdrawNoticesTo(trx, 'place.offered', id, uids, giver);
    }
  }
}

/**
 * To be called after people got places on these tasks: somebody who already has the place that they wanted in return would
 * give up their own for nothing.
 */
export async function endFulfilledSwaps(
  trx: Trx,
  { actor, now }: Ending,
  { pid }: ProjectScope,
  tasks: readonly string[],
): Promise<void> {
  for (const ids of chunksOf(tasks)) {
    const ended = await deleteFulfilledSwaps(trx, ids);
    for (const { task_id: id, uid: giver, ...offer } of ended) await withdrawNoticesOf(trx, { pid, id, giver }, offer);
    const entryOf = (task: string, subject: string) =>
      ({ actor, kind: 'offer.withdrawn', subject, pid, detail: { task } }) as const;
    await recordAll(
      trx,
      now,
      ended.map(({ task_id: task, uid }) => entryOf(task, uid)),
    );
  }
}

type Waiting = { task_id: string; uid: string; offered_until: string | null };

/** Call it before these tasks are deleted. `waiting`: everybody on their waiting lists. */
export async function withdrawNoticesOfDeleted(
  trx: Trx,
  tasks: readonly string[],
  waiting: readonly Waiting[],
): Promise<void> {
  await withdrawNoticesOfOffers(trx, tasks, 'all');
  const offered = waiting.filter(({ offered_until: until }) => until !== null);
  for (const [id, people] of Map.groupBy(offered, ({ task_id: task }) => task)) {
    const uids = people.map(({ uid }) => uid);
    await withdrawNoticesTo(trx, 'place.offered', id, uids, null);
  }
}
