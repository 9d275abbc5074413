import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import type { ConcernedPerson } from '../../../errors.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { loadPeople, rulesOfKinds, withRules } from '../rules/facts.service.ts';
import { brokenRule } from '../rules/rules.policy.ts';
import type { BrokenRule, Times } from '../rules/rules.policy.ts';
import { listTitles, timezoneOf } from '../tasks.queries.ts';
import type { Viewer } from '../tasks.queries.ts';
import { listAttendeesOf, listNames } from './attendance.queries.ts';
import type { Assignment } from './placement.service.ts';

/** `others` are the tasks that are in the way. */
type Conflict = Assignment & Pick<BrokenRule, 'refusal' | 'limit'> & { others: string[] };
type ChangedTask = Times & { id: string; kind_id: string | null };

/**
 * Attendees who could not stay on these tasks with their new times and kinds, all of them changed at once. Requires locked
 * plans of the attendees.
 */
export async function conflictsOf(
  trx: Trx,
  keys: Keyring,
  scope: ProjectScope,
  changed: readonly ChangedTask[],
): Promise<Conflict[]> {
  const ids = changed.map(({ id }) => id);
  const assignments = await listAttendeesOf(trx, ids);
  if (assignments.length === 0) return [];
  const kinds = await rulesOfKinds(
    trx,
    changed.map(({ kind_id }) => kind_id),
  );
  const tasks = new Map(changed.map((task) => [task.id, withRules(task, kinds)]));
  const uids = [...new Set(assignments.map(({ uid }) => uid))];
  const people = await loadPeople(trx, keys, uids, [...tasks.values()]);
  const asksAge = [...tasks.values()].some(({ rules }) => rules.min_age !== null);
  const timezone = asksAge ? await timezoneOf(trx, scope) : 'UTC';
  const own = Map.groupBy(assignments, ({ uid }) => uid);
  return assignments.flatMap(({ uid, task: id }) => {
    const [person, task] = [people.get(uid), tasks.get(id)];
    if (person === undefined || task === undefined) return [];
    const others = person.plan.filter((one) => !tasks.has(one.id));
    const moved = (own.get(uid) ?? []).flatMap((assignment) => tasks.get(assignment.task) ?? []);
    const broken = brokenRule({ ...person, plan: [...others, ...moved] }, task, timezone);
    if (broken === null) return [];
    const { refusal, limit } = broken;
    return [{ uid, task: id, refusal, limit, others: broken.others.map((one) => one.id) }];
  });
}

const maxNamed = 100;

/** The people by name, with those of their tasks in the way that the planner may know of. */
export async function concernedPeople(
  read: Reader,
  scope: ProjectScope,
  viewer: Viewer | undefined,
  conflicts: readonly Conflict[],
): Promise<ConcernedPerson[]> {
  const othersOf = new Map(conflicts.slice(0, maxNamed).map(({ uid, others }) => [uid, others]));
  const rows = await listTitles(read, scope, viewer, [...othersOf.values()].flat());
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return (await listNames(read, [...othersOf.keys()])).map(({ uid, name }) => ({
    uid,
    name,
    tasks: (othersOf.get(uid) ?? []).flatMap((id) => titles.get(id) ?? []),
  }));
}
