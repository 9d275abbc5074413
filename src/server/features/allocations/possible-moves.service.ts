import type { Roles } from '../../auth/project-role.ts';
import type { Trx } from '../../db/db.ts';
import { timestamp } from '../../lib/clock.ts';
import { availabilitiesOf } from '../availability/availability.service.ts';
import { checkMoves } from '../tasks/attendance/draft-moves.service.ts';
import type { Mover } from '../tasks/attendance/placement.service.ts';
import { isMarked } from '../tasks/attendance/states.policy.ts';
import { overnightCheck } from '../tasks/rules/overnight.policy.ts';
import { isAvailable, minutesOf } from '../tasks/rules/rules.policy.ts';
import type { Times } from '../tasks/rules/rules.policy.ts';
import { canPlanFor } from '../tasks/tasks.policy.ts';
import { lockWithWaiting } from '../tasks/waiting/filling.service.ts';
import { tasksNamed } from './allocations.queries.ts';
import { findProject, listHeldPlaces, listPlanned } from './problem.queries.ts';
import { daysIn } from './problem.service.ts';
import type { Outcome } from './solving/explain.policy.ts';
import { minutesOn } from './solving/problem.policy.ts';

export type Assignment = { task: string; uid: string };
export type Chosen = Pick<Outcome, 'assignments' | 'released'>;
type Skipped = Outcome['skipped'];
type Moves = { on: Assignment[]; off: Assignment[]; skipped: Skipped };

export const keyOf = ({ task, uid }: Assignment): string => `${task} ${uid}`;

/**
 * What of a draft can still be done. Tasks that have begun, or that the caller no longer plans, stay as they are, and
 * people who are marked keep their places. People who cannot get one of their new places give up none of the old ones,
 * so that nobody is left with nothing. Locks the people and the tasks.
 */
export async function possibleMoves(
  trx: Trx,
  mover: Mover,
  roles: Roles,
  { assignments, released, maxHoursPerDay }: Chosen & { maxHoursPerDay: number | null },
): Promise<Moves> {
  const all = [...assignments, ...released];
  const uids = [...new Set(all.map(({ uid }) => uid))];
  await lockWithWaiting(
    trx,
    released.map(({ task }) => task),
    uids,
  );
  const check = await checkMoves(trx, mover, { on: assignments, off: released });
  const facts = await loadFacts(trx, mover, roles, all);
  let off = released.filter((one) => !facts.isFixed(one));
  // Why they were refused first: those who stay where they are seem to have another task.
  const reasons = new Map<string, string>();
  for (;;) {
    const wanted = wantedOf(facts, assignments, off, maxHoursPerDay);
    const refused = check({ on: wanted.assignments, off });
    const skipped = [...wanted.skipped, ...refused];
    for (const one of skipped) if (!reasons.has(keyOf(one))) reasons.set(keyOf(one), one.reason);
    const staying = new Set(skipped.map(({ uid }) => uid));
    if (!off.some(({ uid }) => staying.has(uid))) {
      const out = new Set(refused.map(keyOf));
      const fixed = released.filter(facts.isFixed).map((one) => ({ ...one, reason: 'not_allowed' }));
      const named = skipped.map((one) => ({ ...one, reason: reasons.get(keyOf(one)) ?? one.reason }));
      return { on: wanted.assignments.filter((one) => !out.has(keyOf(one))), off, skipped: [...fixed, ...named] };
    }
    off = off.filter(({ uid }) => !staying.has(uid));
  }
}

type Facts = Awaited<ReturnType<typeof loadFacts>>;

async function loadFacts(trx: Trx, { scope, now }: Mover, roles: Roles, moved: readonly Assignment[]) {
  const uids = [...new Set(moved.map(({ uid }) => uid))];
  const tasks = await tasksNamed(trx, scope, [...new Set(moved.map(({ task }) => task))]);
  const availabilities = await availabilitiesOf(trx, scope, uids);
  // A place that is held for somebody counts as theirs.
  const places = await listPlanned(trx, scope);
  const planned = [...places, ...(await listHeldPlaces(trx, scope))];
  const marked = new Set(places.filter(({ state }) => isMarked(state)).map(({ id, uid }) => keyOf({ task: id, uid })));
  const timezone = (await findProject(trx, scope))?.timezone ?? 'UTC';
  const isFixed = (one: Assignment): boolean => {
    const task = tasks.get(one.task);
    if (task === undefined) return false;
    return task.starts_at <= timestamp(now) || !canPlanFor(roles, task.tid) || marked.has(keyOf(one));
  };
  return { tasks, availabilities, planned, dayOf: daysIn(timezone), restsOvernight: overnightCheck(timezone), isFixed };
}

const hoursOf = (plan: readonly Times[]): number => plan.reduce((sum, task) => sum + minutesOf(task), 0) / 60;

type PlannedTask = Times & { id: string };

/** Ordered by time, because a task in between may be what makes a later one possible. */
function wantedOf(
  facts: Facts,
  assignments: readonly Assignment[],
  off: readonly Assignment[],
  maxHoursPerDay: number | null,
) {
  const { tasks, availabilities, planned, dayOf, restsOvernight, isFixed } = facts;
  const leaving = new Set(off.map(keyOf));
  const plans = new Map<string, PlannedTask[]>();
  const planOf = (uid: string): PlannedTask[] => plans.getOrInsertComputed(uid, () => []);
  const present = new Set<string>();
  for (const { uid, ...task } of planned) {
    if (leaving.has(keyOf({ task: task.id, uid }))) continue;
    present.add(keyOf({ task: task.id, uid }));
    planOf(uid).push(task);
  }
  const possible: Assignment[] = [];
  const skipped: Skipped = [];
  const byTime = assignments.toSorted((a, b) =>
    (tasks.get(a.task)?.starts_at ?? '') < (tasks.get(b.task)?.starts_at ?? '') ? -1 : 1,
  );
  for (const { task: id, uid } of byTime) {
    const task = tasks.get(id);
    const availability = availabilities.get(uid);
    if (present.has(keyOf({ task: id, uid }))) continue;
    if (task === undefined) skipped.push({ task: id, uid, reason: 'not_found' });
    else if (isFixed({ task: id, uid })) skipped.push({ task: id, uid, reason: 'not_allowed' });
    else if (availability !== undefined && !isAvailable(availability, task))
      skipped.push({ task: id, uid, reason: 'not_available' });
    else if (hoursOf([...planOf(uid), task]) > (availability?.max_hours ?? Infinity))
      skipped.push({ task: id, uid, reason: 'max_hours' });
    else if (minutesOn([...planOf(uid), task], dayOf(task.starts_at)) > (maxHoursPerDay ?? Infinity) * 60)
      skipped.push({ task: id, uid, reason: 'max_hours_per_day' });
    else if (!restsOvernight(planOf(uid), task)) skipped.push({ task: id, uid, reason: 'too_little_rest' });
    else {
      planOf(uid).push(task);
      possible.push({ task: id, uid });
    }
  }
  return { assignments: possible, skipped };
}
