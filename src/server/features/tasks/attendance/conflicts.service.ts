import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Trx } from '../../../db/db.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { loadPeople, rulesOfKinds, withRules } from '../rules/facts.service.ts';
import { refusalOf } from '../rules/rules.policy.ts';
import type { Refusal, Times } from '../rules/rules.policy.ts';
import { timezoneOf } from '../tasks.queries.ts';
import { listAttendeesOf } from './attendance.queries.ts';
import type { Assignment } from './placement.service.ts';

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
): Promise<(Assignment & { refusal: Refusal })[]> {
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
    const refusal = refusalOf({ ...person, plan: [...others, ...moved] }, task, timezone);
    return refusal === null ? [] : [{ uid, task: id, refusal }];
  });
}
