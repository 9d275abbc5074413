import { confirmCaller } from '../../../auth/confirm.ts';
import type { ProjectRole, Roles } from '../../../auth/project-role.ts';
import type { Trx } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { addSeconds, hours, timestamp } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { availabilitiesOf } from '../../availability/availability.service.ts';
import { teamNamesOf } from '../../people/distinction.service.ts';
import { movePlaces } from '../../tasks/attendance/placement.service.ts';
import { askHelpers, chooseHelpers } from '../../tasks/help/help.service.ts';
import { ownPeopleAmong } from '../../tasks/planner/candidates.service.ts';
import { endOffer } from '../../tasks/offers/offer-notices.service.ts';
import { loadEligibility } from '../../tasks/rules/eligibility.service.ts';
import { isPersonalRule } from '../../tasks/attendance/placement.policy.ts';
import { isAvailable, refusalForOthers, sharedReasons } from '../../tasks/rules/rules.policy.ts';
import { canPlanFor, hasEnded } from '../../tasks/tasks.policy.ts';
import { noSuchTask } from '../../tasks/tasks.service.ts';
import { fillPlaces, lockWithWaiting } from '../../tasks/waiting/filling.service.ts';
import { lockDesk, prepareDesk } from '../codes/keys.service.ts';
import type { KeyServices } from '../codes/keys.service.ts';
import { isMarkable, marksOfReplaced } from '../marking/marking.policy.ts';
import { correctIn } from '../marking/marking.service.ts';
import type { Correction } from '../marking/marking.service.ts';
import { findAttendance } from '../marking/marking.queries.ts';
import { findTaskToFill, hasOpenPlace, listCandidates, openPlaceOf } from './now.queries.ts';
import type { AskedToReplace, SubstituteList } from './now.schema.ts';

const hereSeconds = hours(12);
/** The most people that are checked in one query. */
const maxBatch = 500;
const always = { unavailable: [] };

function requirePlanner(roles: Pick<Roles, 'owner' | 'teams'>, tid: string | null): void {
  if (!canPlanFor(roles, tid)) fail('forbidden', { detail: 'Chiefs can only plan tasks of their own team' });
}

type Wanted = { viewer: string; id: string; limit: number };

/** People whom the planner leads, who could take a place by the rules and are available, in the order of `listCandidates`. */
export async function substitutesFor(
  services: KeyServices,
  projectRole: ProjectRole,
  { viewer, id, limit }: Wanted,
): Promise<SubstituteList> {
  const { db, keys, clock } = services;
  const { scope } = projectRole;
  const now = clock.now();
  const task = (await findTaskToFill(db.read, scope, id)) ?? noSuchTask();
  requirePlanner(projectRole, task.tid);
  const arrivedAfter = timestamp(addSeconds(now, -hereSeconds));
  const free: Awaited<ReturnType<typeof listCandidates>> = [];
  const others = { busy: 0, skill: 0, document: 0, personal: 0 };
  for (let offset = 0; free.length <= limit; offset += maxBatch) {
    const page = { task: id, tid: task.tid, all: projectRole.owner, arrivedAfter, limit: maxBatch, offset };
    const found = await listCandidates(db.read, scope, page);
    const listed = found.map(({ uid }) => uid);
    const uids = await ownPeopleAmong(db.read, projectRole, listed);
    const asked = { keys, now: timestamp(now), by: 'planner', viewer } as const;
    const { check } = await loadEligibility(db.read, asked, uids, [task]);
    const availability = await availabilitiesOf(db.read, scope, uids);
    const own = new Set(uids);
    for (const person of found.filter(({ uid }) => own.has(uid))) {
      const { refusal } = check(person.uid, id);
      if (refusal === null && isAvailable(availability.get(person.uid) ?? always, task)) free.push(person);
      // Among those who are too young: otherwise the number would say who is.
      else if (refusal === null) others.personal += 1;
      else if (isPersonalRule(refusal)) others[sharedReasons[refusalForOthers(refusal)]] += 1;
    }
    if (found.length < maxBatch) break;
  }
  const shown = free.slice(0, limit);
  const teamsOf = await teamNamesOf(
    db.read,
    shown.map(({ uid }) => uid),
    { pid: scope.pid, viewer },
  );
  const data = shown.map(({ uid, name, is_here, task_count }) => ({
    uid,
    name,
    teams: teamsOf(uid),
    here: is_here === 1,
    task_count,
  }));
  return { data, more: free.length > limit, others };
}

type Replacement = Correction & { by: string | undefined };

/**
 * Marks somebody as not there and opens their place: to the person in `by`, or to the waiting list and then to anybody who
 * can join. The person stays on the task, so that it is known who did not come, but no longer counts.
 */
export async function replace(services: KeyServices, wanted: Replacement): Promise<void> {
  const { projectRole, caller, id, attendee, by, now } = wanted;
  const { keys } = services;
  await prepareReplacement(services, wanted);
  await services.db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller, by === undefined ? [attendee] : [attendee, by]);
    if (by === undefined) await lockWithWaiting(trx, [id], [attendee]);
    await openPlace(trx, wanted, roles);
    if (by === undefined) return fillPlaces(trx, { keys, now }, [id]);
    const mover = { scope: projectRole.scope, keys, actor: wanted.uid, now, by: 'planner' } as const;
    await movePlaces(trx, mover, { on: [{ uid: by, task: id }] });
    return undefined;
  });
}

/**
 * Opens the place like `replace`. If nobody on the waiting list takes it, asks people, and the first who says yes gets it.
 * Requires `prepareReplacement` before the transaction, and the locked attendee in it.
 */
export async function askForReplacement(
  trx: Trx,
  keys: Keyring,
  wanted: Correction,
  roles: Roles,
  people: number,
): Promise<AskedToReplace> {
  const { projectRole, id, attendee, now } = wanted;
  await lockWithWaiting(trx, [id], [attendee]);
  // Before the task is locked, because people are locked before tasks.
  const { task, uids } = await chooseHelpers(trx, keys, wanted, roles, people);
  await openPlace(trx, wanted, roles);
  await fillPlaces(trx, { keys, now }, [id]);
  if (!(await hasOpenPlace(trx, projectRole.scope, id))) return { asked: 0, open: false };
  return { asked: await askHelpers(trx, wanted, task, uids), open: true };
}

export async function prepareReplacement(services: KeyServices, { projectRole, id, now }: Correction): Promise<void> {
  const { scope } = projectRole;
  const seen = (await findTaskToFill(services.db.read, scope, id)) ?? noSuchTask();
  requirePlanner(projectRole, seen.tid);
  if (hasEnded(seen, timestamp(now))) fail('not_allowed', { detail: 'The task has ended' });
  await prepareDesk(services, scope);
}

async function openPlace(trx: Trx, wanted: Correction, roles: Roles): Promise<void> {
  const { projectRole, id, attendee, uid, now } = wanted;
  // Nobody is checked in meanwhile, so the state still says that they are not there.
  await lockDesk(trx, projectRole.scope);
  await markAbsent(trx, wanted, roles);
  // Somebody else gets the place, so they have none to give.
  await endOffer(trx, { actor: uid, now }, { pid: projectRole.scope.pid, id, giver: attendee });
  await openPlaceOf(trx, projectRole.scope, id, attendee, timestamp(now));
}

async function markAbsent(trx: Trx, wanted: Correction, roles: Roles): Promise<void> {
  const { projectRole, id, attendee, now } = wanted;
  const before = await findAttendance(trx, projectRole.scope, id, attendee);
  if (before === undefined) fail('not_found', { detail: 'The person is not on this task' });
  requirePlanner(roles, before.tid);
  if (!isMarkable(before, now)) fail('not_allowed', { detail: 'The task starts in more than 4 hours' });
  const marks = marksOfReplaced(before.state, timestamp(now));
  if (marks !== undefined) await correctIn(trx, wanted, roles, marks);
}
