import { wayRefusal } from './joining.policy.ts';
import type { PersonRoles, Way, WayRefusal, WayTask } from './joining.policy.ts';
import { brokenRules, missingSkills, planForOthers, refusalForOthers, titlesOf, withPlace } from './rules.policy.ts';
import type { BrokenRule, KindRules, Refusal, RuledPerson, RuledTask } from './rules.policy.ts';

/**
 * `leave_until_hours` is 0 if people can leave at any time. `skill_names` has those of `requires`; `granted` are the ones
 * that only organisers give.
 */
export type Kind = KindRules & {
  leave_until_hours: number;
  skill_names: ReadonlyMap<string, string>;
  granted: readonly string[];
};

export type NeededDocument = { id: string; title: string };

/** A task with all that decides who may be on it. */
export type EligibleTask = WayTask & { id: string; pid: string; kind_id: string | null };

/** Everything that decides which of these people may be on which of these tasks. */
export type Facts<T extends EligibleTask = EligibleTask> = {
  tasks: ReadonlyMap<string, T & RuledTask>;
  people: ReadonlyMap<string, RuledPerson>;
  kinds: ReadonlyMap<string, Kind>;
  /** Those that somebody has to sign for one of the tasks, by identifier. */
  documents: ReadonlyMap<string, NeededDocument>;
  ageDayOf: (pid: string) => string;
  rolesOf: (pid: string, uid: string) => PersonRoles;
};

export type Asked = {
  /** In which way they would get the places. Null: they have them, and only the rules about people and times count. */
  by: Way | null;
  now: string;
  /** Who learns the answer. Others than the person learn less of it. Null: nobody but the person. */
  viewer: string | null;
};

/** What would be different in the person's plan: tasks that they would give up, and some of the facts that they would get. */
export type PlanChange = { without?: readonly string[]; also?: readonly string[] };

export type Check = {
  /** Why the person could not take a place, or null. */
  refusal: Refusal | WayRefusal | null;
  /** All rules that they would break, if the way is open to them. */
  broken: readonly BrokenRule[];
  /** Names of skills, and of those among them that only organisers give. */
  missing: string[];
  granted: string[];
  /** What they would have to sign first. */
  documents: NeededDocument[];
  /** The person's other tasks then. */
  plan: readonly RuledTask[];
};

export function checkPerson(
  facts: Facts,
  { by, now, viewer }: Asked,
  uid: string,
  id: string,
  { without = [], also = [] }: PlanChange = {},
): Check {
  const [person, task] = [facts.people.get(uid), facts.tasks.get(id)];
  const unknown = { broken: [], missing: [], granted: [], documents: [], plan: [] };
  if (person === undefined || task === undefined) return { ...unknown, refusal: 'not_found' };
  const way = by === null ? null : wayRefusal(by, facts.rolesOf(task.pid, uid), task, now);
  if (way !== null) return { ...unknown, refusal: way };
  // Planners see who got a place from the waiting list when they move a task.
  const isOther = by === 'waiting' || (viewer !== null && viewer !== uid);
  const known = isOther ? planForOthers(person.plan, task.pid) : person.plan;
  const kept = known.filter((one) => !without.includes(one.id) && !also.includes(one.id));
  const plan = [...kept, ...also.flatMap((one) => facts.tasks.get(one) ?? [])];
  // People also get back what they had.
  const hasPlace = by === 'undo' || person.plan.some((one) => one.id === id);
  const asked = hasPlace ? withPlace(person) : person;
  const rules = [...brokenRules({ ...asked, plan }, task, facts.ageDayOf(task.pid))];
  const broken = isOther ? rules.map((rule) => ({ ...rule, refusal: refusalForOthers(rule.refusal) })) : rules;
  const kind = facts.kinds.get(task.kind_id ?? '');
  return {
    refusal: broken[0]?.refusal ?? null,
    broken,
    missing: missingSkills(person, kind),
    granted: missingSkills(person, kind && { ...kind, requires: kind.granted }),
    documents: task.rules.documents.flatMap((one) => (asked.unsigned.has(one) ? (facts.documents.get(one) ?? []) : [])),
    plan,
  };
}

/** `broken` is the rule, unless the way is closed to them. */
type Refused<T> = { task: T; refusal: Refusal | WayRefusal; broken: BrokenRule | undefined };

/**
 * Which of these tasks the person cannot be on, without those that are `gone`. They are added to the rest of the plan one
 * by one, so those that are left keep the rules together.
 */
export function refusedTasks<T extends EligibleTask>(
  facts: Facts<T>,
  asked: Asked,
  uid: string,
  ids: readonly string[],
  gone: readonly string[],
): Refused<T>[] {
  const refused: Refused<T>[] = [];
  const without = [...gone, ...ids];
  const also: string[] = [];
  const tasks = ids.flatMap((id) => facts.tasks.get(id) ?? []);
  for (const task of tasks.toSorted((one, other) => (one.starts_at < other.starts_at ? -1 : 1))) {
    const { refusal, broken } = checkPerson(facts, asked, uid, task.id, { without, also });
    if (refusal === null) also.push(task.id);
    else refused.push({ task, refusal, broken: broken[0] });
  }
  return refused;
}

/** What the plan, skills and age of a person say to a task, as the person sees it. */
export type Personal = {
  refusals: Refusal[];
  missing_skills: string[];
  granted_skills: string[];
  missing_documents: NeededDocument[];
  time_rule: TimeRule | null;
};

/** The limit of a rule about rest and breaks, the titles of the person's tasks that it is about, and whose rule it is. */
type TimeRule = { minutes: number; tasks: string[]; kind: string | null };

export const personalOf = ({ broken, missing, granted, documents }: Check, pid: string): Personal => ({
  refusals: broken.map(({ refusal }) => refusal),
  missing_skills: missing,
  granted_skills: granted,
  missing_documents: documents,
  time_rule: timeRuleOf(broken, pid),
});

/** Kinds of other projects are not named. */
function timeRuleOf(rules: readonly BrokenRule[], pid: string): TimeRule | null {
  const broken = rules.find(({ limit }) => limit !== null);
  if (broken?.limit == null) return null;
  const { minutes, kind } = broken.limit;
  return { minutes, tasks: titlesOf(broken), kind: kind?.pid === pid ? kind.name : null };
}
