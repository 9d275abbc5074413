import type { Reader } from '../../../db/db.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { loadPeople, withRules } from './facts.service.ts';
import type { Kind } from './facts.service.ts';
import { brokenRules, missingSkills, titlesOf } from './rules.policy.ts';
import type { BrokenRule, Refusal, Times } from './rules.policy.ts';

type Row = Times & { id: string; pid: string; kind_id: string | null };

/** What the plan, skills and age of a person say to a task. */
export type Personal = {
  refusals: Refusal[];
  missing_skills: string[];
  granted_skills: string[];
  time_rule: TimeRule | null;
};

/** The limit of a rule about rest and breaks, the titles of the person's tasks that it is about, and whose rule it is. */
type TimeRule = { minutes: number; tasks: string[]; kind: string | null };

/** Kinds of other projects are not named. */
function timeRuleOf(rules: readonly BrokenRule[], pid: string): TimeRule | null {
  const broken = rules.find(({ limit }) => limit !== null);
  if (broken?.limit == null) return null;
  const { minutes, kind } = broken.limit;
  return { minutes, tasks: titlesOf(broken), kind: kind?.pid === pid ? kind.name : null };
}

/** By task. The number of queries does not depend on the number of tasks. */
export async function personalRefusals<T extends Row>(
  read: Reader,
  keys: Keyring,
  uid: string,
  rows: readonly T[],
  { kinds, timezone }: { kinds: ReadonlyMap<string, Kind>; timezone: (row: T) => string },
): Promise<Map<string, Personal>> {
  if (rows.length === 0) return new Map();
  const ruled = rows.map((row) => withRules(row, kinds));
  const person = (await loadPeople(read, keys, [uid], ruled)).get(uid);
  if (person === undefined) return new Map();
  return new Map(
    ruled.map((task) => {
      const broken = [...brokenRules(person, task, timezone(task))];
      const kind = kinds.get(task.kind_id ?? '');
      const found = {
        refusals: broken.map(({ refusal }) => refusal),
        missing_skills: missingSkills(person, kind),
        granted_skills: missingSkills(person, kind && { ...kind, requires: kind.granted }),
        time_rule: timeRuleOf(broken, task.pid),
      };
      return [task.id, found];
    }),
  );
}
