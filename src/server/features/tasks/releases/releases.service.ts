import { scopeOfRow } from '../../../auth/project-role.ts';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { pageRequest } from '../../../http/paging.ts';
import type { PageQuery } from '../../../http/paging.ts';
import { chunksOf } from '../../../lib/chunks.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { rememberLeft } from '../../calendar/removals.service.ts';
import { aboutTask, notify } from '../../notices/notify.service.ts';
import { recordAll } from '../../audit/audit.service.ts';
import { endHelping } from '../attendance/helpers.service.ts';
import { fillPlaces } from '../waiting/filling.service.ts';
import { removeFromWaitingLists } from '../waiting/waiting.service.ts';
import { withdrawNoticesOfOffers } from '../offers/offer-notices.service.ts';
import { withdrawOffersTo } from '../offers/offers.service.ts';
import { withdrawRequestsOf } from '../requests/requests.service.ts';
import {
  deletePlaces,
  listDeparted,
  listPlacesLost,
  listPlacesOf,
  previewPlacesLost,
  previewPlacesOf,
} from './releases.queries.ts';
import type { Departure, Place } from './releases.queries.ts';
import type { ReleasedPlacePage } from './releases.schema.ts';

/** Who ends somebody's part in a project, and when. */
type Ending = { actor: string; now: Date; keys: Keyring };

/**
 * People who have left a project lose their places in tasks that have not started. Requires locked people:
 * joining a task locks the person as well, so nobody joins between this and the commit. Lock order: person, project,
 * team, form, task.
 */
export async function releasePlaces(trx: Trx, ending: Ending, scope: ProjectScope, departure: Departure) {
  const { actor, now } = ending;
  const places = await listPlacesLost(trx, scope, departure, timestamp(now));
  const uids = await listDeparted(trx, scope, departure);
  const held = await removeFromWaitingLists(trx, now, { uids, pid: scope.pid, actor });
  if (uids.length > 0) {
    await withdrawOffersTo(trx, now, { uids, pid: scope.pid, actor });
    await withdrawRequestsOf(trx, now, { uids, pid: scope.pid, actor });
  }
  await release(trx, ending, places, held);
}

/** For a suspended account: places in all projects. Returns the projects in which there were some. */
export async function releaseAllPlaces(trx: Trx, ending: Ending, uid: string): Promise<ReadonlySet<string>> {
  const { actor, now } = ending;
  const held = await removeFromWaitingLists(trx, now, { uids: [uid], actor });
  await withdrawOffersTo(trx, now, { uids: [uid], actor });
  await withdrawRequestsOf(trx, now, { uids: [uid], actor });
  const places = await listPlacesOf(trx, uid, timestamp(now));
  await release(trx, ending, places, held);
  return new Set(places.map(({ pid }) => pid));
}

/** The places go to people who wait for them. `held`: tasks with places that were held for those who leave. */
async function release(trx: Trx, ending: Ending, places: readonly Place[], held: readonly string[]): Promise<void> {
  await remove(trx, ending, places);
  for (const [pid, lost] of Map.groupBy(places, (place) => place.pid)) {
    await endHelping(trx, ending, scopeOfRow({ pid }), [...new Set(lost.map(({ uid }) => uid))]);
  }
  await fillPlaces(trx, ending, [...held, ...places.map(({ id }) => id)]);
}

async function remove(trx: Trx, { actor, now }: Ending, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return;
  const ids = [...new Set(places.map(({ id }) => id))].toSorted();
  const uids = [...new Set(places.map(({ uid }) => uid))];
  await rememberLeft(trx, now, ids, uids);
  await withdrawNoticesOfOffers(trx, ids, uids);
  await deletePlaces(trx, ids, uids);
  for (const some of chunksOf(places)) {
    await recordAll(
      trx,
      now,
      some.map(({ id: task, uid: subject, pid }) => ({
        actor,
        kind: 'attendance.removed',
        subject,
        pid,
        detail: { task },
      })),
    );
    await notify(
      trx,
      { actor, now },
      some.map((lost) => ({ kind: 'task.removed', uid: lost.uid, ...aboutTask(lost) })),
    );
  }
}

type Looking = { read: Reader; now: Date; query: PageQuery };

const order = { starts_at: 'time', id: 'text' } as const;

/** What `releasePlaces` would release now. */
export async function previewReleases(
  { read, now, query }: Looking,
  scope: ProjectScope,
  departure: Departure,
): Promise<ReleasedPlacePage> {
  const { limit, after, page } = pageRequest(query, order);
  return page(await previewPlacesLost(read, scope, departure, { now: timestamp(now), after, limit: limit + 1 }));
}

/** What `releaseAllPlaces` would release now. */
export async function previewAllReleases({ read, now, query }: Looking, uid: string): Promise<ReleasedPlacePage> {
  const { limit, after, page } = pageRequest(query, order);
  return page(await previewPlacesOf(read, uid, { now: timestamp(now), after, limit: limit + 1 }));
}
