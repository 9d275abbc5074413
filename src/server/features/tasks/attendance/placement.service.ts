import { inProject } from '../../../auth/project-role.ts';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Trx } from '../../../db/db.ts';
import { sortedIds } from '../../../lib/chunks.ts';
import { fail } from '../../../errors.ts';
import type { Problem } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { recordAll } from '../../audit/audit.service.ts';
import type { AuditEntry } from '../../audit/audit.service.ts';
import { rememberLeft } from '../../calendar/removals.service.ts';
import { aboutTask, notify, withdrawNoticesTo } from '../../notices/notify.service.ts';
import type { NewNotice } from '../../notices/notify.service.ts';
import { endFulfilledSwaps, withdrawNoticesOfOffers } from '../offers/offer-notices.service.ts';
import { withdrawRequestNotices } from '../requests/request-notices.service.ts';
import { loadPeople, rulesOfKinds, withRules } from '../rules/facts.service.ts';
import type { Kind } from '../rules/facts.service.ts';
import { wayRefusal } from '../rules/joining.policy.ts';
import type { PersonRoles, Way } from '../rules/joining.policy.ts';
import { deleteRequest } from '../requests/requests.queries.ts';
import { brokenRule, missingSkills } from '../rules/rules.policy.ts';
import { hasEnded } from '../tasks.policy.ts';
import { findTask, timezoneOf } from '../tasks.queries.ts';
import { deleteAttendances } from './attendance.queries.ts';
import { endHelping, startHelping } from './helpers.service.ts';
import { placeProblem, requireLeavable, ruleProblem, swapProblem, wayProblem } from './placement.policy.ts';
import { personRolesOf } from './person-roles.service.ts';
import {
  deleteHelpRequest,
  deleteWaiting,
  changeHeldPlaces,
  givePlaceBack,
  insertAttendance,
  keepPlace,
  listInvolvements,
  lockPlan,
  takeHeldPlace,
  takePlace,
} from './placement.queries.ts';
import type { LockedTask } from './placement.queries.ts';

/** A person's place on a task. */
export type Assignment = { uid: string; task: string };

/** Who moves people, when, and in which way. `actor` is null for the system. All tasks are of one project. */
export type Mover = { scope: ProjectScope; keys: Keyring; actor: string | null; now: Date; by: Way };

/**
 * `off` is given up before `on` is taken, so that people can replace each other. With `refused: 'skip'`, those who cannot
 * be placed are left out; otherwise the first one of them fails the request.
 */
export type Moves = { on?: readonly Assignment[]; off?: readonly Assignment[]; refused?: 'fail' | 'skip' };

/** What has changed. People who were on a task already, or were not on it, are in none of the lists. */
export type Moved = { on: Assignment[]; off: Assignment[]; refused: (Assignment & { problem: Problem })[] };

type Involvements = Awaited<ReturnType<typeof listInvolvements>>;
type Involved = Assignment & { involvements: Involvements };
/** `freed`: 0 places for somebody who was replaced. */
type Left = Involved & { freed: number };

/**
 * The only way onto tasks and off them. Locks people by id, then tasks by id. The rules about skills, age and times apply
 * to everybody, no matter who moves them.
 */
export async function movePlaces(trx: Trx, mover: Mover, { on = [], off = [], refused = 'fail' }: Moves) {
  const rolesByUid = await lockPeople(trx, mover.scope, on, off);
  const attending = (await withInvolvements(trx, mover, off)).filter(({ involvements }) =>
    involvements.has('attending'),
  );
  const joining = (await withInvolvements(trx, mover, on)).filter(({ involvements }) => !involvements.has('attending'));
  const leaving = await removeAttendances(trx, mover, attending);
  const { tasks, full } = await lockTasks(trx, mover, joining, leaving);
  const kinds = await rulesOfKinds(
    trx,
    [...tasks.values()].map(({ kind_id }) => kind_id),
  );
  if (mover.by === 'self') requireLeavable(leaving, tasks, kinds, timestamp(mover.now));
  const taking = joining.filter(
    (assignment) => !full.some((one) => one.uid === assignment.uid && one.task === assignment.task),
  );
  const decided = await decide(trx, mover, taking, { rolesByUid, tasks, kinds });
  const problems = [...full, ...decided.refused];
  if (refused === 'fail' && problems[0] !== undefined) throw problems[0].problem;
  for (const assignment of decided.refused) await undoTaking(trx, mover, assignment, taking);
  await insertAttendances(trx, mover, decided.on, rolesByUid);
  const helping = leaving.filter(({ involvements }) => involvements.has('helping')).map(({ uid }) => uid);
  await endHelping(trx, mover, mover.scope, [...new Set(helping)]);
  const moved: Moved = { on: decided.on.map(assignmentOf), off: leaving.map(assignmentOf), refused: problems };
  await tell(trx, mover, { ...moved, on: decided.on }, tasks);
  return moved;
}

/** Whether the person could get the place, without taking it. Locks the person and the task. */
export async function checkPlace(trx: Trx, mover: Mover, assignment: Assignment): Promise<LockedTask> {
  const rolesByUid = await lockPeople(trx, mover.scope, [assignment], []);
  const task = await keepPlace(trx, mover.scope, assignment.task);
  if (task === undefined || hasEnded(task, timestamp(mover.now))) throw placeProblem(task, timestamp(mover.now));
  const kinds = await rulesOfKinds(trx, [task.kind_id]);
  const facts = { rolesByUid, tasks: new Map([[task.id, task]]), kinds };
  const { refused } = await decide(trx, mover, await withInvolvements(trx, mover, [assignment]), facts);
  if (refused[0] !== undefined) throw refused[0].problem;
  return task;
}

const assignmentOf = ({ uid, task }: Assignment): Assignment => ({ uid, task });
/** What those are in the project who are to be placed. */
async function lockPeople(trx: Trx, scope: ProjectScope, on: readonly Assignment[], off: readonly Assignment[]) {
  const rolesByUid = new Map<string, PersonRoles>();
  for (const uid of sortedIds([...on, ...off].map((assignment) => assignment.uid))) {
    const person = (await lockPlan(trx, uid)) ?? fail('not_found', { detail: 'There is no such person' });
    if (!on.some((assignment) => assignment.uid === uid)) continue;
    rolesByUid.set(uid, {
      ...(await personRolesOf(trx, scope, uid)),
      suspended: person.suspended_at !== null,
    });
  }
  return rolesByUid;
}

async function withInvolvements(trx: Trx, { now }: Mover, assignments: readonly Assignment[]): Promise<Involved[]> {
  const found: Involved[] = [];
  for (const assignment of assignments) {
    found.push({
      ...assignmentOf(assignment),
      involvements: await listInvolvements(trx, assignment.task, assignment.uid, timestamp(now)),
    });
  }
  return found;
}

/** In the order of the tasks, so that two requests that need the same tasks wait for each other and do not deadlock. */
async function lockTasks(trx: Trx, mover: Mover, joining: readonly Involved[], leaving: readonly Left[]) {
  const { scope, now } = mover;
  const tasks = new Map<string, LockedTask>();
  const full: Moved['refused'] = [];
  const keep = (task: LockedTask | undefined) => task && tasks.set(task.id, task);
  for (const id of sortedIds([...joining, ...leaving].map(({ task }) => task))) {
    const ons = joining.filter(({ task }) => task === id);
    const offs = leaving.filter(({ task, freed }) => task === id && freed === 1);
    const replaced = Math.min(ons.length, offs.length);
    if (replaced > 0 || ons.length + offs.length === 0) keep(await keepPlace(trx, scope, id));
    for (const _ of offs.slice(replaced)) keep(await givePlaceBack(trx, scope, id));
    // A person who replaces somebody takes that place, so the one held for them is free again.
    for (const { involvements } of ons.slice(0, replaced)) {
      if (involvements.has('held')) await changeHeldPlaces(trx, scope, id, -1);
    }
    for (const assignment of ons.slice(replaced)) {
      const taken = await take(trx, mover, assignment);
      if (taken !== undefined) keep(taken);
      else
        full.push({
          ...assignmentOf(assignment),
          problem: placeProblem(await findTask(trx, scope, id), timestamp(now)),
        });
    }
  }
  return { tasks, full };
}

async function take(trx: Trx, { scope, now, by }: Mover, { task, involvements }: Involved) {
  if (involvements.has('held') && !(by === 'self' && involvements.has('lapsed'))) {
    return takeHeldPlace(trx, scope, task, timestamp(now));
  }
  const taken = await takePlace(trx, scope, task, timestamp(now));
  // Too late for the place that was held for them, but there is another one.
  if (taken !== undefined && involvements.has('held')) await changeHeldPlaces(trx, scope, task, -1);
  return taken;
}

/** A place that was held for the person is held again. */
async function undoTaking(
  trx: Trx,
  { scope }: Mover,
  { uid, task }: Assignment,
  taking: readonly Involved[],
): Promise<void> {
  await givePlaceBack(trx, scope, task);
  const assignment = taking.find((one) => one.uid === uid && one.task === task);
  if (assignment?.involvements.has('held') === true) await changeHeldPlaces(trx, scope, task, 1);
}

async function removeAttendances(trx: Trx, { now, by, actor }: Mover, attending: readonly Involved[]): Promise<Left[]> {
  const left: Left[] = [];
  for (const { uid, task, involvements } of attending) {
    await rememberLeft(trx, now, [task], [uid]);
    if (involvements.has('offering') || involvements.has('wanted')) await withdrawNoticesOfOffers(trx, [task], [uid]);
    left.push({ uid, task, involvements, freed: await deleteAttendances(trx, task, [uid]) });
    if (by === 'planner' && actor !== uid) await deleteHelpRequest(trx, task, uid);
  }
  return left;
}

type Facts = {
  rolesByUid: ReadonlyMap<string, PersonRoles>;
  tasks: ReadonlyMap<string, LockedTask>;
  kinds: ReadonlyMap<string, Kind>;
};

async function decide(trx: Trx, { scope, keys, by, now, actor }: Mover, taking: readonly Involved[], facts: Facts) {
  const decided: { on: Involved[]; refused: Moved['refused'] } = { on: [], refused: [] };
  const ruled = [...facts.tasks.values()].map((task) => withRules(task, facts.kinds));
  if (taking.length === 0) return decided;
  const people = await loadPeople(trx, keys, sortedIds(taking.map(({ uid }) => uid)), ruled);
  const asksAge = ruled.some(({ rules }) => rules.min_age !== null);
  const timezone = asksAge ? await timezoneOf(trx, scope) : 'UTC';
  for (const assignment of taking) {
    const task = ruled.find(({ id }) => id === assignment.task) ?? fail('internal');
    const person = people.get(assignment.uid) ?? fail('internal');
    const personRoles = facts.rolesByUid.get(assignment.uid) ?? fail('internal');
    const ended = hasEnded(task, timestamp(now)) ? placeProblem(task, timestamp(now)) : null;
    const way = wayRefusal(by, personRoles, task, timestamp(now));
    const rule = way === null ? brokenRule(person, task, timezone) : null;
    // Who takes an offer learns nothing about the person who made it.
    const isGiver = by === 'offer' && actor !== assignment.uid && way !== 'planners_only';
    if (ended !== null) decided.refused.push({ ...assignmentOf(assignment), problem: ended });
    else if (isGiver && (way ?? rule) !== null)
      decided.refused.push({ ...assignmentOf(assignment), problem: swapProblem() });
    else if (way !== null) decided.refused.push({ ...assignmentOf(assignment), problem: wayProblem(way) });
    else if (rule !== null)
      decided.refused.push({
        ...assignmentOf(assignment),
        problem: ruleProblem(rule, {
          pid: scope.pid,
          missing: missingSkills(person, facts.kinds.get(task.kind_id ?? '')),
          isSelf: actor === assignment.uid,
        }),
      });
    else {
      decided.on.push(assignment);
      people.set(assignment.uid, { ...person, plan: [...person.plan, task] });
    }
  }
  return decided;
}

/** People without a team become helpers of the project. People who get a place no longer wait for it. */
async function insertAttendances(
  trx: Trx,
  { scope, actor, now }: Mover,
  assignments: readonly Involved[],
  rolesByUid: ReadonlyMap<string, PersonRoles>,
): Promise<void> {
  const created_at = timestamp(now);
  for (const { uid, task, involvements } of assignments) {
    const personRoles = rolesByUid.get(uid);
    if (personRoles !== undefined && !inProject(personRoles) && !personRoles.helper) {
      await startHelping(trx, { actor, now }, scope, uid);
    }
    await insertAttendance(trx, { task_id: task, uid, created_at });
    if (involvements.has('swapping')) await endFulfilledSwaps(trx, { actor, now }, scope, [task]);
    if (involvements.has('waiting')) await deleteWaiting(trx, task, uid);
    // Nobody is asked to take the place that they have.
    if (involvements.has('held')) await withdrawNoticesTo(trx, 'place.offered', task, [uid]);
    const request = involvements.has('requested') ? await deleteRequest(trx, task, uid) : undefined;
    if (request !== undefined) await withdrawRequestNotices(trx, { pid: scope.pid, task, uid }, request.created_at);
  }
}

type Told = Omit<Moved, 'on'> & { on: Involved[] };

/** Corrections after a task change nobody's plan, so nobody is notified of them. */
async function tell(trx: Trx, { scope, actor, now, by }: Mover, moved: Told, tasks: ReadonlyMap<string, LockedTask>) {
  const entryOf = (kind: 'attendance.added' | 'attendance.removed', { uid, task }: Assignment): AuditEntry => ({
    actor,
    kind,
    subject: uid,
    pid: scope.pid,
    detail: { task },
  });
  const known = new Set<Assignment>(moved.on.filter((one) => hasChosen(by, one)));
  const noticesOf = (kind: 'task.added' | 'task.removed', assignments: readonly Assignment[]): NewNotice[] =>
    assignments.flatMap((assignment) => {
      const task = tasks.get(assignment.task);
      if (task === undefined || hasEnded(task, timestamp(now))) return [];
      const { values, ...about } = aboutTask(task);
      const change = changeOf(by, kind, assignment, moved);
      const notice = { kind, uid: assignment.uid, ...about, values: { ...values, ...(change && { change }) } };
      return [known.has(assignment) ? { ...notice, previous: values } : notice];
    });
  await recordAll(trx, now, [
    ...moved.off.map((assignment) => entryOf('attendance.removed', assignment)),
    ...moved.on.map((assignment) => entryOf('attendance.added', assignment)),
  ]);
  const notices = [...noticesOf('task.removed', moved.off), ...noticesOf('task.added', moved.on)];
  await notify(trx, { actor, now }, notices);
}

/** Whether the person asked or waited for the place, or swapped for it, and so knows the task as it is now. */
const hasChosen = (by: Mover['by'], { involvements }: Involved): boolean =>
  by === 'offer' || involvements.has('waiting') || involvements.has('requested');

/** How somebody got or lost a place, where no organiser decided it. */
function changeOf(by: Mover['by'], kind: 'task.added' | 'task.removed', { uid }: Assignment, { on, off }: Moved) {
  if (by === 'waiting') return 'waiting';
  if (by !== 'offer') return undefined;
  const isSwap = [on, off].every((assignments) => assignments.some((assignment) => assignment.uid === uid));
  if (isSwap) return 'swapped';
  return kind === 'task.removed' ? 'taken' : undefined;
}
