import type { Selectable } from 'kysely';
import type { Reader } from '../../../db/db.ts';
import type { Tables } from '../../../db/tables.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { listPartsOf, listSuspended, listTimezones } from './eligibility.queries.ts';
import { loadPeople, rulesOfKinds, withRules } from './facts.service.ts';
import { wayRefusal } from './joining.policy.ts';
import type { PersonRoles, Way, WayRefusal } from './joining.policy.ts';
import { brokenRule, missingSkills } from './rules.policy.ts';
import type { BrokenRule, Refusal, RuledTask } from './rules.policy.ts';

export type EligibleTask = Pick<
  Selectable<Tables['tasks']>,
  'id' | 'pid' | 'tid' | 'kind_id' | 'visibility' | 'joining' | 'opens_at' | 'starts_at' | 'ends_at'
>;

/** Why the person could not take a place on the task, or null. `without` is a task that they would give up for it. */
export type Refusals = (uid: string, task: string, without?: string | null) => Refusal | WayRefusal | null;

type Question = { keys: Keyring; now: string; by: Way };

/** The same with what else there is to know: the rule that the person would break, and their other tasks. */
export type Checks = (
  uid: string,
  task: string,
  without?: string | null,
) => {
  refusal: ReturnType<Refusals>;
  broken: BrokenRule | null;
  /** Names of skills. */
  missing: string[];
  plan: readonly RuledTask[];
};

export async function refusalsOf(...question: Parameters<typeof checksOf>): Promise<Refusals> {
  const check = await checksOf(...question);
  return (uid, task, without) => check(uid, task, without).refusal;
}

/**
 * Checks people against tasks without placing them, by the rules of `movePlaces`. The number of queries depends neither on
 * the number of people, up to 500, nor on that of the tasks.
 */
export async function checksOf(
  read: Reader,
  { keys, now, by }: Question,
  uids: readonly string[],
  tasks: readonly EligibleTask[],
): Promise<Checks> {
  const unknown = { broken: null, missing: [], plan: [] };
  if (uids.length === 0 || tasks.length === 0) return () => ({ ...unknown, refusal: null });
  const pids = [...new Set(tasks.map(({ pid }) => pid))];
  const kinds = await rulesOfKinds(
    read,
    tasks.map(({ kind_id }) => kind_id),
  );
  const ruled = new Map(tasks.map((task) => [task.id, withRules(task, kinds)]));
  const people = await loadPeople(read, keys, uids, [...ruled.values()]);
  const parts = Map.groupBy(await listPartsOf(read, pids, uids), ({ pid, uid }) => `${pid} ${uid}`);
  const suspended = new Set((await listSuspended(read, uids)).map(({ uid }) => uid));
  const asksAge = [...ruled.values()].some(({ rules }) => rules.min_age !== null);
  const zones = asksAge ? await listTimezones(read, pids) : [];
  const timezones = new Map(zones.map(({ pid, timezone }) => [pid, timezone]));
  const personRolesOf = (pid: string, uid: string): PersonRoles => {
    const own = parts.get(`${pid} ${uid}`) ?? [];
    return {
      owner: own.some(({ part }) => part === 'owner'),
      helper: own.some(({ part }) => part === 'helper'),
      teams: new Map(own.flatMap(({ part, tid, role }) => (part === 'team' ? [[tid, role]] : []))),
      suspended: suspended.has(uid),
    };
  };
  return (uid, id, without = null) => {
    const [person, task] = [people.get(uid), ruled.get(id)];
    if (person === undefined || task === undefined) return { ...unknown, refusal: 'not_found' };
    const way = wayRefusal(by, personRolesOf(task.pid, uid), task, now);
    if (way !== null) return { ...unknown, refusal: way };
    const plan = person.plan.filter((one) => one.id !== without);
    const broken = brokenRule({ ...person, plan }, task, timezones.get(task.pid) ?? 'UTC');
    const missing = missingSkills(person, kinds.get(task.kind_id ?? ''));
    return { refusal: broken?.refusal ?? null, broken, missing, plan };
  };
}
