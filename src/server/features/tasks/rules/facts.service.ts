import type { Reader } from '../../../db/db.ts';
import { chunksOf } from '../../../lib/chunks.ts';
import { addSeconds, minutes, timestamp } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { birthdaysOf } from '../../private-data/private.service.ts';
import { listKindRules, listPlans, listSkills } from './facts.queries.ts';
import { maxRuleMinutes, noRules } from './rules.policy.ts';
import type { KindRules, RuledPerson, RuledTask, Times } from './rules.policy.ts';

/**
 * `leave_until_hours` is 0 if people can leave at any time. `skill_names` has those of `requires`; `granted` are the ones
 * that only organisers give.
 */
export type Kind = KindRules & {
  leave_until_hours: number;
  skill_names: ReadonlyMap<string, string>;
  granted: readonly string[];
};

/** The rules of these kinds. No query for tasks that have no kind. */
export async function rulesOfKinds(read: Reader, kinds: readonly (string | null)[]): Promise<Map<string, Kind>> {
  const ids = [...new Set(kinds.filter((kind) => kind !== null))];
  if (ids.length === 0) return new Map();
  const rows = Map.groupBy(await listKindRules(read, ids), ({ id }) => id);
  return new Map(
    [...rows].map(([id, [first, ...more]]) => {
      const { min_age = null, rest_minutes = 0, max_consecutive_minutes = null, leave_until_hours = 0 } = first ?? {};
      const requires = [first, ...more].flatMap((row) => row?.skill_id ?? []);
      const granted = [first, ...more].flatMap((row) => (row?.granted === 1 ? (row.skill_id ?? []) : []));
      const skill_names = new Map(
        [first, ...more].flatMap((row) => (row?.skill_id == null ? [] : [[row.skill_id, row.skill_name ?? '']])),
      );
      const kind = { pid: first?.pid ?? '', name: first?.name ?? '' };
      const rules = { requires, min_age, rest_minutes, max_consecutive_minutes };
      return [id, { kind, ...rules, skill_names, granted, leave_until_hours }];
    }),
  );
}

export const withRules = <T extends Times & { id: string; kind_id: string | null }>(
  task: T,
  kinds: ReadonlyMap<string, KindRules>,
): T & RuledTask => ({ ...task, rules: kinds.get(task.kind_id ?? '') ?? noRules });

/**
 * What the rules need to know about people who are to be on these tasks. Skills and birthdays are read only if a task
 * asks for them. The number of queries does not depend on the number of people, up to 500.
 */
export async function loadPeople(
  read: Reader,
  keys: Keyring,
  uids: readonly string[],
  tasks: readonly RuledTask[],
): Promise<Map<string, RuledPerson>> {
  const skills = [...new Set(tasks.flatMap(({ rules }) => rules.requires))];
  const asksAge = tasks.some(({ rules }) => rules.min_age !== null);
  const people = new Map<string, RuledPerson>();
  for (const some of chunksOf(uids)) {
    const plans = Map.groupBy(await listPlans(read, some, timeAround(tasks)), ({ uid }) => uid);
    const skillsByPerson = Map.groupBy(
      skills.length === 0 ? [] : await listSkills(read, some, skills),
      ({ uid }) => uid,
    );
    const birthdays = asksAge ? await birthdaysOf(read, keys, some) : new Map<string, string | null>();
    for (const uid of some) {
      people.set(uid, {
        plan: (plans.get(uid) ?? []).map(plannedTask),
        skills: new Set(skillsByPerson.get(uid)?.map(({ skill_id }) => skill_id)),
        birthday: birthdays.get(uid) ?? null,
      });
    }
  }
  return people;
}

type PlanRow = Awaited<ReturnType<typeof listPlans>>[number];

/** Skills and age were checked when the person got onto that task. */
const plannedTask = ({ id, title, starts_at, ends_at, ...row }: PlanRow) => ({
  id,
  title,
  starts_at,
  ends_at,
  rules: {
    ...noRules,
    ...(row.kind_pid !== null && { kind: { pid: row.kind_pid, name: row.kind_name ?? '' } }),
    rest_minutes: row.rest_minutes ?? 0,
    max_consecutive_minutes: row.max_consecutive_minutes,
  },
});

/** As far as the rules look to both sides. */
function timeAround(tasks: readonly Times[]): Times {
  const first = tasks.map(({ starts_at }) => starts_at).reduce((a, b) => (a < b ? a : b));
  const last = tasks.map(({ ends_at }) => ends_at).reduce((a, b) => (a > b ? a : b));
  const seconds = minutes(maxRuleMinutes);
  return {
    starts_at: timestamp(addSeconds(new Date(first), -seconds)),
    ends_at: timestamp(addSeconds(new Date(last), seconds)),
  };
}
