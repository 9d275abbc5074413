import type { Trx } from '../../../db/db.ts';
import { chunksOf } from '../../../lib/chunks.ts';
import { withdrawNotices, withdrawNoticesTo } from '../../notices/notify.service.ts';
import { listToldOffers } from './offers.queries.ts';

type OfferOf = { pid: string; id: string; giver: string };
type Offer = { to_uid: string | null; for_task: string | null; created_at: string };

/** Only those of this offer. Nobody was notified of an offer to anyone for nothing. */
export async function withdrawNoticesOf(trx: Trx, { pid, id, giver }: OfferOf, offer: Offer): Promise<void> {
  const { to_uid, for_task, created_at } = offer;
  if (to_uid !== null) await withdrawNoticesTo(trx, 'place.offered', id, [to_uid], giver);
  else if (for_task !== null)
    await withdrawNotices(trx, { kind: 'place.offered', pid, subject: id, since: new Date(created_at), actor: giver });
}

/**
 * Call it before these people lose their places on the tasks, or with 'all' before the tasks are deleted: the offers are
 * deleted with them.
 */
export async function withdrawNoticesOfOffers(
  trx: Trx,
  tasks: readonly string[],
  uids: readonly string[] | 'all',
): Promise<void> {
  for (const ids of chunksOf(tasks)) {
    for (const { pid, task_id: id, uid: giver, ...offer } of await listToldOffers(trx, ids, uids)) {
      await withdrawNoticesOf(trx, { pid, id, giver }, offer);
    }
  }
}
