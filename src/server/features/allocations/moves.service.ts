import type { Roles } from '../../auth/project-role.ts';
import type { Trx } from '../../db/db.ts';
import { timestamp } from '../../lib/clock.ts';
import { availabilitiesOf } from '../availability/availability.service.ts';
import { checkMoves } from '../tasks/attendance/moves.service.ts';
import type { Mover } from '../tasks/attendance/placement.service.ts';
import { isAvailable, minutesOf } from '../tasks/rules/rules.policy.ts';
import { canPlanFor } from '../tasks/tasks.policy.ts';
import { lockWithWaiting } from '../tasks/waiting/filling.service.ts';
import { tasksNamed } from './allocations.queries.ts';
import { listPlanned } from './facts.queries.ts';
import type { Outcome } from './solving/explain.policy.ts';

export type Seat = { task: string; uid: string };
export type Chosen = Pick<Outcome, 'assignments' | 'released'>;
type Skipped = Outcome['skipped'];
type Moves = { on: Seat[]; off: Seat[]; skipped: Skipped };

export const keyOf = ({ task, uid }: Seat): string => `${task} ${uid}`;

/**
 * What of a draft can still be done. Tasks that have begun, or that the caller no longer plans, stay as they are. Who cannot get one of their new places gives up
 * none of the old ones, so that nobody is left with nothing. Locks the people and the tasks.
 */
export async function possibleMoves(
  trx: Trx,
  mover: Mover,
  roles: Roles,
  { assignments, released }: Chosen,
): Promise<Moves> {
  const seats = [...assignments, ...released];
  const uids = [...new Set(seats.map(({ uid }) => uid))];
  await lockWithWaiting(
    trx,
    released.map(({ task }) => task),
    uids,
  );
  const check = await checkMoves(trx, mover, { on: assignments, off: released });
  const facts = await loadFacts(trx, mover, roles, seats);
  let off = released.filter((seat) => !facts.isFixed(seat));
  // Why they were refused first: those who stay where they are seem to have another task.
  const reasons = new Map<string, string>();
  for (;;) {
    const wanted = wantedOf(facts, assignments, off);
    const refused = check({ on: wanted.seats, off });
    const skipped = [...wanted.skipped, ...refused];
    for (const seat of skipped) if (!reasons.has(keyOf(seat))) reasons.set(keyOf(seat), seat.reason);
    const staying = new Set(skipped.map(({ uid }) => uid));
    if (!off.some(({ uid }) => staying.has(uid))) {
      const out = new Set(refused.map(keyOf));
      const fixed = released.filter(facts.isFixed).map((seat) => ({ ...seat, reason: 'not_allowed' }));
      const named = skipped.map((seat) => ({ ...seat, reason: reasons.get(keyOf(seat)) ?? seat.reason }));
      return { on: wanted.seats.filter((seat) => !out.has(keyOf(seat))), off, skipped: [...fixed, ...named] };
    }
    off = off.filter(({ uid }) => !staying.has(uid));
  }
}

type Facts = Awaited<ReturnType<typeof loadFacts>>;

async function loadFacts(trx: Trx, { scope, now }: Mover, roles: Roles, seats: readonly Seat[]) {
  const uids = [...new Set(seats.map(({ uid }) => uid))];
  const tasks = await tasksNamed(trx, scope, [...new Set(seats.map(({ task }) => task))]);
  const said = await availabilitiesOf(trx, scope, uids);
  const planned = await listPlanned(trx, scope);
  const isFixed = ({ task: id }: Seat): boolean => {
    const task = tasks.get(id);
    return task !== undefined && (task.starts_at <= timestamp(now) || !canPlanFor(roles, task.tid));
  };
  return { tasks, said, planned, isFixed };
}

/** By time, because a task in between may be what makes a later one possible. */
function wantedOf(facts: Facts, assignments: readonly Seat[], off: readonly Seat[]) {
  const { tasks, said, planned, isFixed } = facts;
  const leaving = new Set(off.map(keyOf));
  const minutes = new Map<string, number>();
  const add = (uid: string, some: number) => minutes.set(uid, (minutes.get(uid) ?? 0) + some);
  const present = new Set<string>();
  for (const { id: task, uid, ...times } of planned) {
    if (leaving.has(keyOf({ task, uid }))) continue;
    present.add(keyOf({ task, uid }));
    add(uid, minutesOf(times));
  }
  const seats: Seat[] = [];
  const skipped: Skipped = [];
  const byTime = assignments.toSorted((a, b) =>
    (tasks.get(a.task)?.starts_at ?? '') < (tasks.get(b.task)?.starts_at ?? '') ? -1 : 1,
  );
  for (const { task: id, uid } of byTime) {
    const task = tasks.get(id);
    const wish = said.get(uid);
    if (present.has(keyOf({ task: id, uid }))) continue;
    if (task === undefined) skipped.push({ task: id, uid, reason: 'not_found' });
    else if (isFixed({ task: id, uid })) skipped.push({ task: id, uid, reason: 'not_allowed' });
    else if (wish !== undefined && !isAvailable(wish, task)) skipped.push({ task: id, uid, reason: 'not_available' });
    else if ((minutes.get(uid) ?? 0) + minutesOf(task) > (wish?.max_hours ?? Infinity) * 60)
      skipped.push({ task: id, uid, reason: 'max_hours' });
    else {
      add(uid, minutesOf(task));
      seats.push({ task: id, uid });
    }
  }
  return { seats, skipped };
}
