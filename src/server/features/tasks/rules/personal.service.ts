import type { Reader } from '../../../db/db.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { loadPeople, withRules } from './facts.service.ts';
import type { Kind } from './facts.service.ts';
import { missingSkills, refusalOf } from './rules.policy.ts';
import type { Refusal, Times } from './rules.policy.ts';

type Row = Times & { id: string; kind_id: string | null };

/** What the plan, skills and age of a person say to a task. */
export type Personal = { refusal: Refusal | null; missing_skills: string[] };

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
    ruled.map((task) => [
      task.id,
      {
        refusal: refusalOf(person, task, timezone(task)),
        missing_skills: missingSkills(person, kinds.get(task.kind_id ?? '')),
      },
    ]),
  );
}
