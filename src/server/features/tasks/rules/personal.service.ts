import type { Reader } from '../../../db/db.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { loadPeople, withRules } from './facts.service.ts';
import type { Kind } from './facts.service.ts';
import { brokenRule, missingSkills, titlesOf } from './rules.policy.ts';
import type { BrokenRule, Refusal, Times } from './rules.policy.ts';

type Row = Times & { id: string; kind_id: string | null };

/** What the plan, skills and age of a person say to a task. */
export type Personal = { refusal: Refusal | null; missing_skills: string[]; time_rule: TimeRule | null };

/** The limit of a rule about rest and breaks, and the titles of the person's tasks that it is about. */
type TimeRule = { minutes: number; tasks: string[] };

const timeRuleOf = (broken: BrokenRule | null): TimeRule | null =>
  broken?.limit == null ? null : { minutes: broken.limit.minutes, tasks: titlesOf(broken) };

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
      const broken = brokenRule(person, task, timezone(task));
      const missing_skills = missingSkills(person, kinds.get(task.kind_id ?? ''));
      return [task.id, { refusal: broken?.refusal ?? null, missing_skills, time_rule: timeRuleOf(broken) }];
    }),
  );
}
