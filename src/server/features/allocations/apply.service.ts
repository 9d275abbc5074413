import { confirmCaller } from '../../auth/confirm.ts';
import type { Actor, ProjectScope } from '../../auth/project-role.ts';
import type { Db, Trx } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Keyring } from '../../lib/seal.ts';
import { record } from '../audit/audit.service.ts';
import { availabilitiesOf } from '../availability/availability.service.ts';
import { movePlaces } from '../tasks/attendance/placement.service.ts';
import { minutesOf } from '../tasks/rules/rules.policy.ts';
import { endAllocation, tasksNamed } from './allocations.queries.ts';
import type { AllocationRow } from './allocations.queries.ts';
import { requireAllocation, resultOf, wishOf } from './allocations.service.ts';
import { mayDraft } from './allocations.policy.ts';
import { listPlanned } from './facts.queries.ts';
import type { Outcome } from './solving/explain.policy.ts';
import { isAvailable } from './solving/problem.policy.ts';

type Seat = { task: string; uid: string };
/** `only`: of the draft, these places. */
type Applying = { id: string; expected: number | undefined; only?: readonly Seat[] | undefined };

/**
 * Gives people the places of a draft, by the same rules as everybody else. What no longer fits is skipped and listed.
 * Returns the draft as it is then.
 */
export async function applyAllocation(
  { db, keys }: { db: Db; keys: Keyring },
  { projectRole, caller, uid, now }: Actor,
  { id, expected, only }: Applying,
): Promise<AllocationRow> {
  const { scope } = projectRole;
  return db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller);
    const row = await requireAllocation(trx, { ...roles, scope }, id);
    if (expected !== undefined && expected !== row.revision) fail('stale');
    const result = resultOf(row);
    if (row.state !== 'ready' || result === undefined) return fail('draft_not_ready');
    if (!mayDraft(roles, wishOf(row).tids)) fail('forbidden');
    // First, so that of two requests one waits here and then finds the draft applied.
    if (!(await endAllocation(trx, row, ['ready'], { state: 'applied' }))) fail('stale');
    const chosen = only === undefined ? result : chosenOf(result, only);
    const { seats, skipped } = await stillWanted(trx, scope, chosen);
    const mover = { scope, keys, actor: uid, now, by: 'draft' } as const;
    const moved = await movePlaces(trx, mover, { on: seats, off: chosen.released, refused: 'skip' });
    const refused = moved.refused.map((one) => ({ task: one.task, uid: one.uid, reason: one.problem.code }));
    const applied = { placed: moved.on, removed: moved.off };
    const after: Outcome = { ...result, skipped: [...skipped, ...refused], applied };
    const finished = { ...row, revision: row.revision + 1 };
    const values = { state: 'applied', result: JSON.stringify(after), finished_at: timestamp(now) } as const;
    await endAllocation(trx, finished, ['applied'], values);
    const detail = { placed: moved.on.length, skipped: after.skipped.length };
    await record(trx, now, { actor: uid, kind: 'allocation.applied', subject: id, pid: scope.pid, detail });
    return { ...finished, ...values, revision: finished.revision + 1 };
  });
}

/** A person gives up what the draft takes only together with everything that it gives them. */
function chosenOf({ assignments, released }: Outcome, only: readonly Seat[]): Chosen {
  const drafted = new Map(assignments.map((one) => [keyOf(one), one]));
  const chosen = new Set(only.map(keyOf));
  const errors = only.flatMap((seat, index) =>
    drafted.has(keyOf(seat)) ? [] : [{ pointer: `/assignments/${index}`, detail: 'is not part of the draft' }],
  );
  if (errors[0] !== undefined)
    fail('not_allowed', { detail: `${errors[0].pointer} ${errors[0].detail}`, errors: errors.slice(0, mostNamed) });
  const isWhole = (uid: string): boolean => {
    const own = assignments.filter((one) => one.uid === uid && !one.reasons.includes('stays'));
    return own.length > 0 && own.every((one) => chosen.has(keyOf(one)));
  };
  return {
    assignments: assignments.filter((one) => chosen.has(keyOf(one))),
    released: released.filter(({ uid }) => isWhole(uid)),
  };
}

const mostNamed = 100;
const keyOf = ({ task, uid }: Seat): string => `${task} ${uid}`;
type Chosen = Pick<Outcome, 'assignments' | 'released'>;

/** By time, because a task in between may be what makes a later one possible. */
async function stillWanted(trx: Trx, scope: ProjectScope, { assignments, released }: Chosen) {
  const tasks = await tasksNamed(trx, scope, [...new Set(assignments.map(({ task }) => task))]);
  const said = await availabilitiesOf(trx, scope, [...new Set(assignments.map(({ uid }) => uid))]);
  const isReleased = (seat: Seat) => released.some(({ task, uid }) => task === seat.task && uid === seat.uid);
  const minutes = new Map<string, number>();
  const add = (uid: string, some: number) => minutes.set(uid, (minutes.get(uid) ?? 0) + some);
  const present = new Set<string>();
  for (const { id, uid, ...times } of await listPlanned(trx, scope)) {
    if (isReleased({ task: id, uid })) continue;
    present.add(keyOf({ task: id, uid }));
    add(uid, minutesOf(times));
  }
  const seats: Seat[] = [];
  const skipped: Outcome['skipped'] = [];
  const byTime = assignments.toSorted((a, b) =>
    (tasks.get(a.task)?.starts_at ?? '') < (tasks.get(b.task)?.starts_at ?? '') ? -1 : 1,
  );
  for (const { task: id, uid } of byTime) {
    const task = tasks.get(id);
    const wish = said.get(uid);
    if (present.has(keyOf({ task: id, uid }))) continue;
    if (task === undefined) skipped.push({ task: id, uid, reason: 'not_found' });
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
