import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Trx } from '../../../db/db.ts';
import { chunksOf } from '../../../lib/chunks.ts';
import { loadPeople, rulesOfKinds, withRules } from '../rules/facts.service.ts';
import { listPartsOf, listSuspended } from '../rules/eligibility.queries.ts';
import type { RuledPerson } from '../rules/rules.policy.ts';
import { refusedTasks } from '../steps/step.policy.ts';
import { listWaitingAndRequested, listOnTasks, listRecords, lockPlans, lockRecords } from '../steps/steps.queries.ts';
import { timezoneOf } from '../tasks.queries.ts';
import type { Mover, Moves, Assignment } from './placement.service.ts';

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
  { scope, keys }: Pick<Mover, 'scope' | 'keys'>,
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
  const kinds = await rulesOfKinds(
    trx,
    tasks.map(({ kind_id: kind }) => kind),
  );
  const ruled = new Map(tasks.map((task) => [task.id, withRules(task, kinds)]));
  const people =
    ruled.size === 0 ? new Map<string, RuledPerson>() : await loadPeople(trx, keys, uids, [...ruled.values()]);
  const belonging = await listMovable(trx, scope, uids);
  const timezone = await timezoneOf(trx, scope);

  /** By the rules about the person, whatever the others do. */
  const refusedByRules = (uid: string, own: readonly Assignment[], gone: ReadonlySet<string>): RefusedAssignment[] => {
    const person = people.get(uid);
    if (person === undefined || !belonging.has(uid)) return own.map((one) => ({ ...one, reason: 'not_allowed' }));
    const wanted = own.flatMap(({ task }) => ruled.get(task) ?? []);
    return refusedTasks(person, wanted, gone, timezone).map(({ task, reason }) => ({ task: task.id, uid, reason }));
  };
  return (moves) => {
    const joining = moves.on.filter((one) => !attending.has(keyOf(one)));
    const leaving = moves.off.filter((one) => attending.has(keyOf(one)));
    const unknown = joining.filter(({ task }) => !ruled.has(task)).map((one) => ({ ...one, reason: 'not_found' }));
    const refused = [...Map.groupBy(joining, ({ uid }) => uid)].flatMap(([uid, own]) =>
      refusedByRules(uid, own, new Set(leaving.filter((one) => one.uid === uid).map(({ task }) => task))),
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

/** Those of these people who belong to the project and are not suspended. */
async function listMovable(trx: Trx, { pid }: ProjectScope, uids: readonly string[]): Promise<ReadonlySet<string>> {
  const movable = new Set<string>();
  for (const some of chunksOf(uids)) {
    for (const { uid } of await listPartsOf(trx, [pid], some)) movable.add(uid);
    for (const { uid } of await listSuspended(trx, some)) movable.delete(uid);
  }
  return movable;
}
