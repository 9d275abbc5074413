import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor } from '../../../auth/project-role.ts';
import type { Db, Trx } from '../../../db/db.ts';
import { fail, failField } from '../../../errors.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { findPlace, isAttending, lockAttendance } from '../attendance/attendance.queries.ts';
import { findPlaceFor } from '../attendance/attendance.service.ts';
import { lockPlan } from '../attendance/placement.queries.ts';
import { movePlaces } from '../attendance/placement.service.ts';
import { isMarked } from '../attendance/states.policy.ts';
import { requirePlanner } from '../tasks.policy.ts';
import { noSuchTask } from '../tasks.service.ts';
import { fillPlaces, lockWithWaiting } from '../waiting/filling.service.ts';

type Services = { db: Db; keys: Keyring };
type Transfer = Actor & { id: string; attendee: string; from: string };

/** Moves a person from one task to another, or does nothing: nobody loses a place because the other one is refused. */
export async function transfer({ db, keys }: Services, wanted: Transfer): Promise<void> {
  const { projectRole, caller, uid, now, id, attendee, from } = wanted;
  if (id === from) failField('/querystring/instead_of', 'must be another task');
  await db.transaction(async (trx) => {
    const tids = await teamsOf(trx, wanted);
    requirePlanner(projectRole, ...tids);
    const { roles } = await confirmCaller(trx, now, caller, [attendee]);
    requirePlanner(roles, ...tids);
    const mover = { scope: projectRole.scope, keys, actor: uid, now, by: 'planner' } as const;
    await lockWithWaiting(trx, [from], [attendee]);
    const move = { on: [{ uid: attendee, task: id }], off: [{ uid: attendee, task: from }] };
    const { off } = await movePlaces(trx, mover, move);
    if (off.length > 0) await fillPlaces(trx, { keys, now }, [from]);
  });
}

/** Of both tasks. */
async function teamsOf(trx: Trx, { projectRole: { scope }, id, from, attendee }: Transfer) {
  const to = (await findPlace(trx, scope, id, attendee)) ?? noSuchTask();
  const before = (await findPlace(trx, scope, from, attendee)) ?? noSuchTask();
  return [to.tid, before.tid];
}

type Giving = Actor & { id: string; attendee: string; giver: string };

/** Gives the place of one person to another, also on a full task. Nobody can take it in between. */
export async function givePlace({ db, keys }: Services, giving: Giving): Promise<void> {
  const { projectRole, caller, uid, now, id, attendee, giver } = giving;
  if (attendee === giver) failField('/querystring/place_of', 'must be another person');
  await db.transaction(async (trx) => {
    const { tid } = await findPlaceFor(trx, 'join', giving);
    requirePlanner(projectRole, tid);
    const { roles } = await confirmCaller(trx, now, caller, [attendee, giver]);
    requirePlanner(roles, tid);
    await lockWithWaiting(trx, [id], [attendee, giver]);
    for (const one of [attendee, giver].toSorted()) await lockPlan(trx, one);
    if (await isGiven(trx, giving)) return;
    const mover = { scope: projectRole.scope, keys, actor: uid, now, by: 'planner' } as const;
    await movePlaces(trx, mover, { on: [{ uid: attendee, task: id }], off: [{ uid: giver, task: id }] });
    // A place that was held for the person on the waiting list is free now.
    await fillPlaces(trx, { keys, now }, [id]);
  });
}

/** Whether it was done already, for a repeated request; fails if it can't be done. */
async function isGiven(trx: Trx, { id, attendee, giver }: Giving): Promise<boolean> {
  // Locked, so that nobody is checked in and then removed.
  const place = await lockAttendance(trx, id, giver);
  const isOn = await isAttending(trx, id, attendee);
  if (place === undefined) return isOn || fail('not_found', { detail: 'The person is not on this task' });
  if (isOn) fail('not_allowed', { detail: 'Both people are on this task' });
  if (isMarked(place.state)) fail('not_allowed', { detail: 'Their attendance is already recorded' });
  return false;
}
