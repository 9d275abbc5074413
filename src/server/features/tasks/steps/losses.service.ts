import { formatList } from '../../../../locales/format/lists.ts';
import type { Actor, ProjectScope, Roles } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { fail, failField } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { ruleIn } from '../attendance/placement.policy.ts';
import { loadPeople, rulesOfKinds, withRules } from '../rules/facts.service.ts';
import { requirePlanner } from '../tasks.policy.ts';
import { timezoneOf } from '../tasks.queries.ts';
import { affectsRules, lossOf, refusedTasks } from './step.policy.ts';
import type { Loss, Step } from './step.policy.ts';
import { listOnTasks, lockPlans, lockRecords } from './steps.queries.ts';

/** Who plans, with the roles that they have in the transaction. */
export type Planner = Actor & { roles: Roles; keys: Keyring };

/** In the order that joining uses: people before tasks. */
export async function lockTasks(trx: Trx, scope: ProjectScope, ids: readonly string[]): Promise<void> {
  const uidsOf = async () => (await listOnTasks(trx, ids)).map(({ uid }) => uid);
  const before = new Set(await uidsOf());
  await lockPlans(trx, [...before].toSorted());
  await lockRecords(trx, scope, ids);
  // Those who joined between the two statements. A deadlock is possible only then, and is retried.
  const late = (await uidsOf()).filter((uid) => !before.has(uid));
  await lockPlans(trx, [...new Set(late)].toSorted());
}

/** Owners plan all tasks, chiefs those of their teams, before and after the step. */
export function requireRights(roles: Roles, { created, changed, removed }: Step): void {
  const tids = [...created, ...removed, ...changed.flatMap(({ before, after }) => [before, after])].map(
    (task) => task.tid,
  );
  requirePlanner(roles, ...tids);
}

type Editor = Pick<Planner, 'roles' | 'uid' | 'now'>;
type Edited = Parameters<typeof affectsRules>[0] & { before: { id: string } };

/** Times and kind decide how many hours count. Once a task has begun, chiefs do not change them for themselves. */
export async function requireOthersHours(trx: Trx, { roles, uid, now }: Editor, changed: readonly Edited[]) {
  if (roles.owner) return;
  const begun = changed.filter((one) => affectsRules(one) && one.before.starts_at <= timestamp(now));
  const on = begun.length === 0 ? [] : await listOnTasks(trx, begun.map(idOf));
  if (on.some((one) => one.uid === uid))
    fail('forbidden', {
      detail: "You're on this task and it has started. Ask an owner or another chief to change it",
    });
}

const idOf = ({ before }: Edited): string => before.id;

/** Who would no longer be on a task, and how many places each changed task needs. */
export async function lossesOf(read: Reader, { keys, projectRole }: Planner, step: Step): Promise<Loss[]> {
  const moved = step.changed.filter(affectsRules).map(({ after }) => after);
  const on = Map.groupBy(
    await listOnTasks(
      read,
      [...step.removed, ...moved].map(({ id }) => id),
    ),
    ({ task_id: id }) => id,
  );
  const lost = step.removed.flatMap((task) =>
    (on.get(task.id) ?? []).map((person) => lossOf(person, task, 'task_removed')),
  );
  const concerned = moved.filter(({ id }) => on.has(id));
  if (concerned.length === 0) return lost;
  const kinds = await rulesOfKinds(
    read,
    concerned.map(({ kind_id: kind }) => kind),
  );
  const ruled = concerned.map((task) => withRules(task, kinds));
  const people = Map.groupBy(
    concerned.flatMap(({ id }) => on.get(id) ?? []),
    ({ uid }) => uid,
  );
  const facts = await loadPeople(read, keys, [...people.keys()], ruled);
  const timezone = await timezoneOf(read, projectRole.scope);
  const gone = new Set(step.removed.map(({ id }) => id));
  for (const [uid, places] of people) {
    const fact = facts.get(uid);
    if (fact === undefined) continue;
    const placeOn = new Map(places.map((place) => [place.task_id, place]));
    const own = ruled.filter(({ id }) => placeOn.has(id));
    for (const { task, reason, limit } of refusedTasks(fact, own, gone, timezone))
      lost.push(lossOf(placeOn.get(task.id) ?? fail('internal'), task, reason, ruleIn(projectRole.scope.pid, limit)));
  }
  return lost;
}

const maxNamed = 100;

/** Nobody loses a place silently. */
function requireNoLoss(losses: readonly Loss[]): void {
  if (losses.length === 0) return;
  const names = [...new Set(losses.map(({ name }) => name))];
  fail('places_lost', {
    detail: `People who would lose a place: ${formatList(names.slice(0, maxNamed), 'en')}`,
    errors: losses.slice(0, maxNamed).map(({ uid, name, title, task, reason, rule }) => ({
      pointer: `/tasks/${task}/attendees/${uid}`,
      detail: `${name}: ${title} (${rule === null ? reason : `${reason}: ${rule.kind}, ${rule.minutes} minutes`})`,
    })),
  });
}

/** Fewer places than people is an error also if people may be released: nobody chose who should go. */
function requirePlaces({ changed }: Step, losses: readonly Loss[]): void {
  const full = changed.flatMap(({ after }) => {
    const people = after.attendee_count - losses.filter(({ task, replaced }) => task === after.id && !replaced).length;
    // A place that is offered to somebody on the waiting list counts as taken.
    return people + after.held_count > after.capacity
      ? [{ pointer: `/tasks/${after.id}/capacity`, detail: `${after.title}: ${people} people have joined` }]
      : [];
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

export function checkStep(step: Step, losses: readonly Loss[], release: boolean): void {
  if (!release) requireNoLoss(losses);
  requirePlaces(step, losses);
}
