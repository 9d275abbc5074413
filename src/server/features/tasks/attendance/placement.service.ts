import type { Trx } from '../../../db/db.ts';
import { sortedIds } from '../../../lib/chunks.ts';
import { fail } from '../../../errors.ts';
import type { Problem } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { loadEligibility } from '../rules/eligibility.service.ts';
import { hasEnded } from '../tasks.policy.ts';
import { findTask } from '../tasks.queries.ts';
import { fillPlaces } from '../waiting/filling.service.ts';
import { deleteAttendees, insertAttendees, recordMoves } from './attendees.service.ts';
import type { Involved, Left, Move } from './attendees.service.ts';
import { decide, placeProblem, requireLeavable } from './placement.policy.ts';
import type { Assignment } from './placement.policy.ts';
import {
  changeHeldPlaces,
  givePlaceBack,
  keepPlace,
  listInvolvements,
  lockPlan,
  takeHeldPlace,
  takePlace,
} from './placement.queries.ts';
import type { LockedTask } from './placement.queries.ts';

export type Mover = Move & { keys: Keyring };

/**
 * `off` is given up before `on` is taken, so that people can replace each other. With `refused: 'skip'`, those who cannot
 * be placed are left out; otherwise the first one of them fails the request.
 */
export type Moves = { on?: readonly Assignment[]; off?: readonly Assignment[]; refused?: 'fail' | 'skip' };

/** What has changed. People who were on a task already, or were not on it, are in none of the lists. */
export type Moved = { on: Assignment[]; off: Assignment[]; refused: (Assignment & { problem: Problem })[] };

/**
 * The only way onto tasks and off them. Locks people by id, then tasks by id. The rules about skills, age and times apply
 * to everybody, no matter who moves them. Places that become free go to those who wait for them: call `lockWithWaiting`
 * first if there may be some.
 */
export async function movePlaces(trx: Trx, mover: Mover, { on = [], off = [], refused = 'fail' }: Moves) {
  await lockPeople(trx, [...on, ...off]);
  const attending = (await withInvolvements(trx, mover, off)).filter(({ involvements }) =>
    involvements.has('attending'),
  );
  const joining = (await withInvolvements(trx, mover, on)).filter(({ involvements }) => !involvements.has('attending'));
  const leaving = await deleteAttendees(trx, mover, attending);
  const { tasks, full, released } = await lockTasks(trx, mover, joining, leaving);
  const taking = joining.filter((one) => !full.some(({ uid, task }) => uid === one.uid && task === one.task));

  const facts = await eligibilityOf(trx, mover, taking, [...tasks.values()]);
  if (mover.by === 'self') requireLeavable(leaving, facts, timestamp(mover.now));
  const decided = decide(mover, taking, facts);
  const problems = [...full, ...decided.refused];
  if (refused === 'fail' && problems[0] !== undefined) throw problems[0].problem;

  for (const assignment of decided.refused) await undoTaking(trx, mover, assignment, taking);
  await insertAttendees(trx, mover, decided.on, facts.rolesOf);
  await recordMoves(trx, mover, { on: decided.on, off: leaving }, tasks);
  await fillPlaces(trx, mover, [...leaving.map(({ task }) => task), ...released]);
  const moved: Moved = { on: decided.on.map(assignmentOf), off: leaving.map(assignmentOf), refused: problems };
  return moved;
}

/** Whether the person could get the place, without taking it. Locks the person and the task. */
export async function checkPlace(trx: Trx, mover: Mover, assignment: Assignment): Promise<LockedTask> {
  await lockPeople(trx, [assignment]);
  const task = await keepPlace(trx, mover.scope, assignment.task);
  if (task === undefined || hasEnded(task, timestamp(mover.now))) throw placeProblem(task, timestamp(mover.now));
  const { refused } = decide(mover, [assignment], await eligibilityOf(trx, mover, [assignment], [task]));
  if (refused[0] !== undefined) throw refused[0].problem;
  return task;
}

const assignmentOf = ({ uid, task }: Assignment): Assignment => ({ uid, task });

async function lockPeople(trx: Trx, assignments: readonly Assignment[]): Promise<void> {
  for (const uid of sortedIds(assignments.map((assignment) => assignment.uid)))
    if ((await lockPlan(trx, uid)) === undefined) fail('not_found', { detail: 'There is no such person' });
}

const eligibilityOf = (
  trx: Trx,
  { keys, by, now, actor }: Mover,
  taking: readonly Assignment[],
  tasks: readonly LockedTask[],
) =>
  loadEligibility(
    trx,
    { keys, by, now: timestamp(now), viewer: actor },
    sortedIds(taking.map(({ uid }) => uid)),
    tasks,
  );

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

/**
 * Takes the places that are free, in the order of the tasks, so that two requests that need the same tasks wait for each
 * other and do not deadlock. `released`: tasks with a place that was held for somebody who got another one.
 */
async function lockTasks(trx: Trx, { scope, now, by }: Mover, joining: readonly Involved[], leaving: readonly Left[]) {
  const tasks = new Map<string, LockedTask>();
  const full: Moved['refused'] = [];
  const released: string[] = [];
  const release = async (id: string): Promise<void> => {
    await changeHeldPlaces(trx, scope, id, -1);
    released.push(id);
  };
  const keep = (task: LockedTask | undefined) => task && tasks.set(task.id, task);
  for (const id of sortedIds([...joining, ...leaving].map(({ task }) => task))) {
    const ons = joining.filter(({ task }) => task === id);
    const offs = leaving.filter(({ task, freed }) => task === id && freed === 1);
    const replaced = Math.min(ons.length, offs.length);
    if (replaced > 0 || ons.length + offs.length === 0) keep(await keepPlace(trx, scope, id));
    for (const _ of offs.slice(replaced)) keep(await givePlaceBack(trx, scope, id));
    // A person who replaces somebody takes that place, so the one held for them is free again.
    for (const { involvements } of ons.slice(0, replaced)) {
      if (involvements.has('held')) await release(id);
    }
    for (const { uid, involvements } of ons.slice(replaced)) {
      const isHeld = involvements.has('held');
      const isLate = by === 'self' && involvements.has('lapsed');
      const taken = await (isHeld && !isLate ? takeHeldPlace : takePlace)(trx, scope, id, timestamp(now));
      keep(taken);
      // Too late for the place that was held for them, but there is another one.
      if (taken !== undefined && isHeld && isLate) await release(id);
      if (taken === undefined)
        full.push({ uid, task: id, problem: placeProblem(await findTask(trx, scope, id), timestamp(now)) });
    }
  }
  return { tasks, full, released };
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
