import { scopeOfRow } from '../../../auth/project-role.ts';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { pageRequest } from '../../../http/paging.ts';
import type { PageQuery } from '../../../http/paging.ts';
import { chunksOf } from '../../../lib/chunks.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { rememberLeft } from '../../calendar/removals.service.ts';
import { recordAll } from '../../audit/audit.service.ts';
import type { AuditEntry } from '../../audit/audit.service.ts';
import { aboutTask, notify, withdrawNoticesTo } from '../../notices/notify.service.ts';
import { deleteAttendancesOf, freePlaces } from '../attendance/attendance.queries.ts';
import { withdrawRequestNotices } from '../attendance/attendees.service.ts';
import { endHelping } from '../attendance/helpers.service.ts';
import { lockPlan } from '../attendance/placement.queries.ts';
import { fillPlaces } from '../waiting/filling.service.ts';
import { withdrawNoticesOfOffers } from '../offers/offer-notices.service.ts';
import { deleteOffersTo } from '../offers/offers.queries.ts';
import { deleteRequestsOf } from '../requests/requests.queries.ts';
import { deleteWaitingOf } from '../waiting/waiting.queries.ts';
import {
  deletePlaces,
  listDeparted,
  listPlacesLost,
  listPlacesOf,
  listProjectsOf,
  previewPlacesLost,
  previewPlacesOf,
} from './releases.queries.ts';
import type { Departure, Place } from './releases.queries.ts';
import type { ReleasedPlacePage } from './releases.schema.ts';

/** Who ends somebody's part in a project, and when. */
type Ending = { actor: string; now: Date; keys: Keyring };

/**
 * People who have left a project lose their places in tasks that have not started. Requires locked people:
 * joining a task locks the person as well, so nobody joins between this and the commit. Locks are taken in the order person, project,
 * team, form, task.
 */
export async function releasePlaces(trx: Trx, ending: Ending, scope: ProjectScope, departure: Departure) {
  const places = await listPlacesLost(trx, scope, departure, timestamp(ending.now));
  const uids = await listDeparted(trx, scope, departure);
  const held = await endAwaited(trx, ending, uids, scope.pid);
  await release(trx, ending, places, held);
}

/** For a suspended account: places in all projects. Returns the projects in which there were some. */
export async function releaseAllPlaces(trx: Trx, ending: Ending, uid: string): Promise<ReadonlySet<string>> {
  const held = await endAwaited(trx, ending, [uid]);
  const places = await listPlacesOf(trx, uid, timestamp(ending.now));
  await release(trx, ending, places, held);
  return new Set(places.map(({ pid }) => pid));
}

/** For an account that is erased: removes the person from all tasks and waiting lists. Returns how many tasks there were. */
export async function leaveAllTasks(
  trx: Trx,
  { keys, now }: Pick<Ending, 'keys' | 'now'>,
  uid: string,
): Promise<number> {
  // Joining locks the plan as well, so nobody can add the person between the two statements.
  await lockPlan(trx, uid);
  const { held, entries } = await endWaiting(trx, [uid]);
  await recordEnded(trx, { actor: uid, now }, entries);
  const deleted = await deleteAttendancesOf(trx, uid);
  await fillPlaces(trx, { keys, now }, [...held, ...(await freePlaces(trx, deleted))]);
  return deleted.length;
}

/**
 * These people wait for nothing any longer, and nothing is offered to them; those who made the offers keep their places.
 * Returns the tasks with places that were held for them. Without `pid`, in all projects.
 */
async function endAwaited(trx: Trx, ending: Ending, uids: readonly string[], pid?: string): Promise<string[]> {
  if (uids.length === 0) return [];
  const { held, entries } = await endWaiting(trx, uids, pid);
  const offers = await deleteOffersTo(trx, uids, pid);
  for (const { task_id: id, uid: giver, to_uid: to } of offers)
    if (to !== null) await withdrawNoticesTo(trx, 'place.offered', id, [to], giver);
  const requests = await deleteRequestsOf(trx, uids, pid);
  const ended = await recordEnded(trx, ending, [
    ...entries,
    ...offers.map((offer) => ({ ...offer, kind: 'offer.withdrawn' as const })),
    ...requests.map((request) => ({ ...request, kind: 'request.withdrawn' as const })),
  ]);
  for (const request of requests)
    await withdrawRequestNotices(trx, { pid: ended.get(request.task_id) ?? fail('internal') }, request);
  return held;
}

async function endWaiting(trx: Trx, uids: readonly string[], pid?: string) {
  const left = await deleteWaitingOf(trx, { uids, pid });
  const offered = left.filter(({ offered_until }) => offered_until !== null);
  for (const [task, people] of Map.groupBy(offered, ({ task_id }) => task_id))
    await withdrawNoticesTo(
      trx,
      'place.offered',
      task,
      people.map(({ uid }) => uid),
    );
  return {
    held: offered.map(({ task_id }) => task_id),
    entries: left.map((one) => ({ ...one, kind: 'waiting.removed' as const })),
  };
}

type Ended = { task_id: string; uid: string; kind: AuditEntry['kind'] };

/** Returns the projects of the tasks. */
async function recordEnded(
  trx: Trx,
  { actor, now }: Pick<Ending, 'actor' | 'now'>,
  entries: readonly Ended[],
): Promise<Map<string, string>> {
  const rows = await listProjectsOf(
    trx,
    entries.map(({ task_id }) => task_id),
  );
  const pids = new Map(rows.map(({ id, pid }) => [id, pid]));
  await recordAll(
    trx,
    now,
    entries.map(({ task_id: task, uid: subject, kind }) => ({
      actor,
      kind,
      subject,
      pid: pids.get(task),
      detail: { task },
    })),
  );
  return pids;
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
