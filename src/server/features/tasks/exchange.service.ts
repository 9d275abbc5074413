import type { Reader } from '../../db/db.ts';
import { listRequestsTo } from './help/help.queries.ts';
import { listOffersOf } from './offers/offers.queries.ts';
import { listWaitingFor } from './waiting/waiting.queries.ts';

/** For the export of a person's data. */
export const exportExchange = async (read: Reader, uid: string) => ({
  waiting_lists: await listWaitingFor(read, uid),
  place_offers: await listOffersOf(read, uid),
  help_requests: await listRequestsTo(read, uid),
});
