import { confirmCaller } from '../../auth/confirm.ts';
import type { Actor } from '../../auth/project-role.ts';
import type { Db } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Keyring } from '../../lib/seal.ts';
import { record } from '../audit/audit.service.ts';
import { movePlaces } from '../tasks/attendance/placement.service.ts';
import { endAllocation } from './allocations.queries.ts';
import type { AllocationRow } from './allocations.queries.ts';
import { draftRequestOf, requireAllocation, resultOf } from './allocations.service.ts';
import { keyOf, possibleMoves } from './possible-moves.service.ts';
import type { Chosen, Assignment } from './possible-moves.service.ts';
import type { Outcome } from './solving/explain.policy.ts';

/** `only`: of the draft, these places. The rest can be applied later by naming it. */
type Applying = { id: string; expected: number | undefined; only?: readonly Assignment[] | undefined };

/**
 * Gives people the places of a draft, by the same rules as everybody else. What no longer fits is skipped and listed, and
 * who cannot get everything keeps what they have.
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
    const isOpen = row.state === 'ready' || (row.state === 'applied' && only !== undefined);
    if (!isOpen || result === undefined) return fail('draft_not_ready');
    // First, so that of two requests one waits here and then finds the draft applied.
    if (!(await endAllocation(trx, row, ['ready', 'applied'], { state: 'applied' }))) fail('stale');
    const before = result.applied ?? { placed: [], removed: [] };
    const chosen = only === undefined ? result : chosenOf(result, only, before);
    const mover = { scope, keys, actor: uid, now, by: 'draft' } as const;
    const { max_hours_per_day: maxHoursPerDay = null } = draftRequestOf(row);
    const { on, off, skipped } = await possibleMoves(trx, mover, roles, { ...chosen, maxHoursPerDay });
    const moved = await movePlaces(trx, mover, { on, off, refused: 'skip' });
    const refused = moved.refused.map((one) => ({ task: one.task, uid: one.uid, reason: one.problem.code }));
    const applied = { placed: [...before.placed, ...moved.on], removed: [...before.removed, ...moved.off] };
    const after: Outcome = { ...result, skipped: [...skipped, ...refused], applied };
    const finished = { ...row, revision: row.revision + 1 };
    const values = { state: 'applied', result: JSON.stringify(after), finished_at: timestamp(now) } as const;
    await endAllocation(trx, finished, ['applied'], values);
    const detail = { placed: moved.on.length, skipped: after.skipped.length };
    // A repeated request finds everybody in their places.
    if (row.state === 'ready' || moved.on.length > 0 || moved.off.length > 0)
      await record(trx, now, { actor: uid, kind: 'allocation.applied', subject: id, pid: scope.pid, detail });
    return { ...finished, ...values, revision: finished.revision + 1 };
  });
}

/** A person gives up what the draft takes only together with everything that it gives them, now or `before`. */
function chosenOf(
  { assignments, released }: Outcome,
  only: readonly Assignment[],
  before: NonNullable<Outcome['applied']>,
): Chosen {
  const drafted = new Map(assignments.map((one) => [keyOf(one), one]));
  const chosen = new Set(only.map(keyOf));
  const errors = only.flatMap((one, index) =>
    drafted.has(keyOf(one)) ? [] : [{ pointer: `/assignments/${index}`, detail: 'is not part of the draft' }],
  );
  if (errors[0] !== undefined)
    fail('not_allowed', { detail: `${errors[0].pointer} ${errors[0].detail}`, errors: errors.slice(0, maxNamed) });
  const given = new Set([...only, ...before.placed].map(keyOf));
  const gone = new Set(before.removed.map(keyOf));
  const isWhole = (uid: string): boolean => {
    const own = assignments.filter((one) => one.uid === uid && !one.reasons.includes('stays'));
    return own.length > 0 && own.every((one) => given.has(keyOf(one)));
  };
  return {
    assignments: assignments.filter((one) => chosen.has(keyOf(one))),
    released: released.filter((one) => isWhole(one.uid) && !gone.has(keyOf(one))),
  };
}

const maxNamed = 100;
