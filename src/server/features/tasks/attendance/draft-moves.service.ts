import type { Trx } from '../../../db/db.ts';
import { timestamp } from '../../../lib/clock.ts';
import { refusedTasks } from '../rules/eligibility.policy.ts';
import { loadEligibility } from '../rules/eligibility.service.ts';
import { listWaitingAndRequested, listOnTasks, listRecords, lockPlans, lockRecords } from '../steps/steps.queries.ts';
import type { Assignment } from './placement.policy.ts';
import type { Mover, Moves } from './placement.service.ts';

type RefusedAssignment = Assignment & { reason: string };

/** Which of the places nobody gets, if so many people move at once. */
export type MoveCheck = (moves: { on: readonly Assignment[]; off: readonly Assignment[] }) => RefusedAssignment[];

const keyOf = ({ task, uid }: Assignment): string => `${task} ${uid}`;

/**
 * Checks moves of many people without making them, by the rules of `movePlaces` for drafts. Locks the people, then the
 * tasks, so that what fits now still does when they are moved. Ask it about these assignments only.
 */
export async function checkMoves(
  trx: Trx,
  { scope, keys, now, actor }: Pick<Mover, 'scope' | 'keys' | 'now' | 'actor'>,
  { on = [], off = [] }: Pick<Moves, 'on' | 'off'>,
): Promise<MoveCheck> {
  const assignments = [...on, ...off];
  const uids = [...new Set(assignments.map(({ uid }) => uid))].toSorted();
  const ids = [...new Set(assignments.map(({ task }) => task))].toSorted();
  await lockPlans(trx, uids);
  await lockRecords(trx, scope, ids);
  const tasks = await listRecords(trx, scope, ids);
  const onTasks = (await listOnTasks(trx, ids)).map(({ task_id: task, ...one }) => ({ ...one, task }));
  const attending = new Set(onTasks.map(keyOf));
  const replaced = new Set(onTasks.filter(({ replaced_at: at }) => at !== null).map(keyOf));
  const { waiting } = await listWaitingAndRequested(trx, ids);
  const held = new Set(
    waiting.flatMap(({ task_id: task, uid, offered_until }) => (offered_until === null ? [] : [keyOf({ task, uid })])),
  );
  const asked = { by: 'draft', now: timestamp(now), viewer: actor } as const;
  const facts = await loadEligibility(trx, { keys, ...asked }, uids, tasks);

  /** Whether the rules about the person forbid it, whatever the others do. */
  const refusedByRules = (uid: string, own: readonly Assignment[], gone: readonly string[]): RefusedAssignment[] => {
    const wanted = own.map(({ task }) => task);
    return refusedTasks(facts, asked, uid, wanted, gone).map(({ task, broken }) => ({
      task: task.id,
      uid,
      reason: broken?.refusal ?? 'not_allowed',
    }));
  };
  return (moves) => {
    const joining = moves.on.filter((one) => !attending.has(keyOf(one)));
    const leaving = moves.off.filter((one) => attending.has(keyOf(one)));
    const unknown = joining
      .filter(({ task }) => !facts.tasks.has(task))
      .map((one) => ({ ...one, reason: 'not_found' }));
    const refused = [...Map.groupBy(joining, ({ uid }) => uid)].flatMap(([uid, own]) =>
      refusedByRules(
        uid,
        own,
        leaving.filter((one) => one.uid === uid).map(({ task }) => task),
      ),
    );
    const out = new Set([...unknown, ...refused].map(keyOf));
    const full = tasks.flatMap(({ id, capacity, attendee_count: count, held_count }) => {
      const free =
        capacity - count - held_count + leaving.filter((one) => one.task === id && !replaced.has(keyOf(one))).length;
      const taking = joining.filter((one) => one.task === id && !out.has(keyOf(one)) && !held.has(keyOf(one)));
      return taking.slice(Math.max(0, free)).map((one) => ({ ...one, reason: 'task_full' }));
    });
    return [...unknown, ...refused, ...full];
  };
}
