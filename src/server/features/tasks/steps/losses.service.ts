import { formatList } from '../../../../locales/format/lists.ts';
import { deciderBehind, mayDecideForOneself } from '../../../auth/oneself.ts';
import type { Actor, ProjectScope, Roles } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { fail, failField } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { refusedTasks } from '../rules/eligibility.policy.ts';
import { loadEligibility } from '../rules/eligibility.service.ts';
import { requirePlanner } from '../tasks.policy.ts';
import { lockWithWaiting } from '../waiting/filling.service.ts';
import { affectsRules, lossOf, presentLoss } from './step.policy.ts';
import type { Loss, Step } from './step.policy.ts';
import { listOnTasks, listRecords, lockPlans, lockRecords } from './steps.queries.ts';
import type { TaskRecord } from '../task-records.policy.ts';
import type { OnTask } from './steps.queries.ts';

/** Who plans, with the roles that they have in the transaction. */
export type Planner = Actor & { roles: Roles; keys: Keyring };

/** What a step may change: tasks, ordered by start time, and everybody on them, by name. */
export type Concerned = { tasks: readonly TaskRecord[]; on: readonly OnTask[] };

export const readTasks = async (read: Reader, scope: ProjectScope, ids: readonly string[]): Promise<Concerned> => ({
  tasks: await listRecords(read, scope, ids),
  on: await listOnTasks(read, ids),
});

const uidsOf = (people: readonly { uid: string }[]): string[] => people.map(({ uid }) => uid);

/** In the order that joining uses: waiting lists, people, tasks. `others` are people who are to get a place on the tasks. */
export async function lockTasks(
  trx: Trx,
  scope: ProjectScope,
  ids: readonly string[],
  others: readonly string[] = [],
): Promise<Concerned> {
  const known = new Set([...others, ...uidsOf(await listOnTasks(trx, ids))]);
  await lockWithWaiting(trx, ids, [...known]);
  await lockPlans(trx, [...known]);
  const tasks = await lockRecords(trx, scope, ids);
  const on = await listOnTasks(trx, ids);
  // Those who joined between the two statements. A deadlock is possible only then, and is retried.
  await lockPlans(
    trx,
    uidsOf(on).filter((uid) => !known.has(uid)),
  );
  return { tasks: tasks.toSorted(byStart), on };
}

const byStart = (one: TaskRecord, other: TaskRecord): number =>
  one.starts_at < other.starts_at || (one.starts_at === other.starts_at && one.id < other.id) ? -1 : 1;

/** Owners plan all tasks, chiefs those of their teams, before and after the step. */
export function requireRights(roles: Roles, { created, changed, removed }: Step): void {
  const tids = [...created, ...removed, ...changed.flatMap(({ before, after }) => [before, after])].map(
    (task) => task.tid,
  );
  requirePlanner(roles, ...tids);
}

/** Times and kind decide how many hours count. For a task that has begun, or begins in the past then, somebody else changes them. */
export async function requireOthersHours(
  read: Reader,
  { projectRole: { scope }, roles, caller, now }: Planner,
  changed: Step['changed'],
  on: readonly OnTask[],
): Promise<void> {
  const at = timestamp(now);
  const begun = changed.filter((one) => affectsRules(one) && (one.before.starts_at <= at || one.after.starts_at <= at));
  const uid = deciderBehind(caller);
  const isOwn = on.some((one) => one.uid === uid && begun.some(({ before }) => before.id === one.task_id));
  if (!isOwn || (await mayDecideForOneself(read, scope, roles, caller))) return;
  fail('forbidden', {
    detail: "You're on this task and it has started. Ask an owner or another chief to change it",
  });
}

/** Who would no longer be on a task. `everybody` has at least those on tasks that the step removes or changes. */
export async function lossesOf(
  read: Reader,
  { keys, now, uid: viewer }: Planner,
  step: Step,
  everybody: readonly OnTask[],
): Promise<Loss[]> {
  const on = Map.groupBy(everybody, ({ task_id: id }) => id);
  const lost = step.removed.flatMap((task) => (on.get(task.id) ?? []).map((person) => lossOf(person, task, null)));
  const concerned = step.changed
    .filter(affectsRules)
    .map(({ after }) => after)
    .filter(({ id }) => on.has(id));
  if (concerned.length === 0) return lost;
  const people = Map.groupBy(
    concerned.flatMap(({ id }) => on.get(id) ?? []),
    ({ uid }) => uid,
  );
  const asked = { by: null, now: timestamp(now), viewer };
  const facts = await loadEligibility(read, { keys, ...asked }, [...people.keys()], concerned);
  const gone = step.removed.map(({ id }) => id);
  for (const [uid, places] of people) {
    const placeOn = new Map(places.map((place) => [place.task_id, place]));
    for (const { task, broken } of refusedTasks(facts, asked, uid, [...placeOn.keys()], gone))
      lost.push(lossOf(placeOn.get(task.id) ?? fail('internal'), task, broken ?? fail('internal')));
  }
  return lost;
}

const maxNamed = 100;

/** Nobody loses a place silently. */
export function requireNoLoss(pid: string, losses: readonly Loss[]): void {
  if (losses.length === 0) return;
  const names = [...new Set(losses.map(({ name }) => name))];
  fail('places_lost', {
    detail: `People who would lose a place: ${formatList(names.slice(0, maxNamed), 'en')}`,
    errors: losses
      .slice(0, maxNamed)
      .map((loss) => presentLoss(pid, loss))
      .map(({ uid, name, title, task, reason, rule }) => ({
        pointer: `/tasks/${task}/attendees/${uid}`,
        detail: `${name}: ${title} (${rule === null ? reason : `${reason}: ${rule.kind}, ${rule.minutes} minutes`})`,
      })),
  });
}

/** Fewer places than people is an error also if people may be released: nobody chose who should go. */
export function requirePlaces({ changed }: Step, losses: readonly Loss[]): void {
  const full = changed.flatMap(({ after }) => {
    const people = after.attendee_count - losses.filter(({ task, replaced }) => task === after.id && !replaced).length;
    // A place that is offered to somebody on the waiting list counts as taken.
    const { id, title, held_count: held, capacity } = after;
    const detail = `${title}: ${people} people have joined, and ${held} places are offered`;
    return people + held > capacity ? [{ pointer: `/tasks/${id}/capacity`, detail }] : [];
  });
  if (full.length > 0) fail('task_has_attendees', { detail: full[0]?.detail ?? '', errors: full.slice(0, maxNamed) });
}

/** Minimum and places may have been set by hand for single tasks. */
export function requireMinimum(changed: Step['changed'], pointer: string): void {
  const wrong = changed.find(({ after }) => after.min_people > after.capacity)?.after;
  if (wrong === undefined) return;
  failField(
    pointer,
    `would make the minimum of ${wrong.title} ${wrong.min_people}, with places for ${wrong.capacity} people`,
  );
}
