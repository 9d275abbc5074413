import type { Reader } from '../../db/db.ts';
import { exportSkills } from './catalogue/person-skills.service.ts';
import { listRequestsTo } from './help/help.queries.ts';
import { listOffersOf } from './offers/offers.queries.ts';
import { listOwnRequests } from './requests/requests.queries.ts';
import { listWaitingFor } from './waiting/waiting.queries.ts';

/** The export of a person's data uses it. */
export const exportTaskData = async (read: Reader, uid: string) => ({
  skills: await exportSkills(read, uid),
  join_requests: await listOwnRequests(read, uid),
  waiting_lists: await listWaitingFor(read, uid),
  place_offers: await listOffersOf(read, uid),
  help_requests: await listRequestsTo(read, uid),
});
