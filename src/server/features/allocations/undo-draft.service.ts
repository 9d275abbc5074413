import { confirmCaller } from '../../auth/confirm.ts';
import type { Actor } from '../../auth/project-role.ts';
import type { Db } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Keyring } from '../../lib/seal.ts';
import { record } from '../audit/audit.service.ts';
import { movePlaces } from '../tasks/attendance/placement.service.ts';
import { canPlanFor } from '../tasks/tasks.policy.ts';
import { lockWithWaiting } from '../tasks/waiting/filling.service.ts';
import { endAllocation, tasksNamed } from './allocations.queries.ts';
import type { AllocationRow } from './allocations.queries.ts';
import { requireAllocation, resultOf } from './allocations.service.ts';

/**
 * Takes back what applying the draft has changed on tasks that have not begun. The draft is ready again. Places that
 * somebody else has taken meanwhile stay theirs and are listed.
 */
export async function undoAllocation(
  { db, keys }: { db: Db; keys: Keyring },
  { projectRole, caller, uid, now }: Actor,
  { id, expected }: { id: string; expected: number | undefined },
): Promise<AllocationRow> {
  const { scope } = projectRole;
  return db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller);
    const row = await requireAllocation(trx, { ...roles, scope }, id);
    if (expected !== undefined && expected !== row.revision) fail('stale');
    if (row.state === 'ready') return row;
    const result = resultOf(row);
    const applied = result?.applied;
    if (row.state !== 'applied' || result === undefined || applied === undefined) return fail('draft_not_ready');
    // First, so that of two requests one waits here and then finds the draft as it was.
    if (!(await endAllocation(trx, row, ['applied'], { state: 'ready' }))) fail('stale');
    const changed = [...applied.placed, ...applied.removed];
    const tasks = await tasksNamed(trx, scope, [...new Set(changed.map(({ task }) => task))]);
    const isMovable = ({ task: id }: { task: string }): boolean => {
      const task = tasks.get(id);
      return task !== undefined && task.starts_at > timestamp(now) && canPlanFor(roles, task.tid);
    };
    const off = applied.placed.filter(isMovable);
    const on = applied.removed.filter(isMovable);
    await lockWithWaiting(
      trx,
      off.map(({ task }) => task),
      changed.map((one) => one.uid),
    );
    const mover = { scope, keys, actor: uid, now, by: 'draft' } as const;
    const moved = await movePlaces(trx, mover, { on, off, refused: 'skip' });
    const skipped = moved.refused.map((one) => ({ task: one.task, uid: one.uid, reason: one.problem.code }));
    const { applied: _applied, ...before } = result;
    const undone = { ...row, revision: row.revision + 1 };
    const values = { state: 'ready', result: JSON.stringify({ ...before, skipped }) } as const;
    await endAllocation(trx, undone, ['ready'], values);
    const detail = { removed: moved.off.length, restored: moved.on.length };
    await record(trx, now, { actor: uid, kind: 'allocation.undone', subject: id, pid: scope.pid, detail });
    return { ...undone, ...values, revision: undone.revision + 1 };
  });
}
