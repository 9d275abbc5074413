import type { PlanningStepsTable } from '../../../db/tables.ts';
import { brokenRule } from '../rules/rules.policy.ts';
import type { BrokenRule, Refusal, RuledPerson, RuledTask } from '../rules/rules.policy.ts';
import type { SeriesRecord } from '../series/series.queries.ts';
import type { OnTask, TaskRecord } from './steps.queries.ts';

export type TaskChange = { before: TaskRecord; after: TaskRecord };

/** One step of planning. `after` has the revision that the change gives. */
export type Step = {
  kind: PlanningStepsTable['kind'];
  created: readonly TaskRecord[];
  changed: readonly TaskChange[];
  removed: readonly TaskRecord[];
  /** Null: there was, or is, no such series. */
  series?: { before: SeriesRecord | null; after: SeriesRecord | null };
};

/** Somebody who would no longer be on a task. */
export type Loss = {
  uid: string;
  name: string;
  task: string;
  title: string;
  starts_at: string;
  /** Their place was opened to others before, so it does not become free. */
  replaced: boolean;
  reason: 'task_removed' | Refusal;
  /** The kind whose rule about rest or breaks it is, and the limit. */
  rule: { kind: string; minutes: number } | null;
};

/** Only values that are not counters or dates of the change itself. */
const fields = [
  'tid',
  'title',
  'description',
  'category',
  'starts_at',
  'ends_at',
  'capacity',
  'place_id',
  'kind_id',
  'series_id',
  'min_people',
  'visibility',
  'joining',
  'opens_at',
  'briefing',
] as const satisfies (keyof TaskRecord)[];

export const isSame = (one: TaskRecord, other: TaskRecord): boolean =>
  fields.every((field) => one[field] === other[field]);

/** What the task had before, where it differs. */
export const changedValues = ({ before, after }: TaskChange): Partial<TaskRecord> =>
  Object.fromEntries(fields.filter((field) => before[field] !== after[field]).map((field) => [field, before[field]]));

type Ruling = Pick<TaskRecord, 'starts_at' | 'ends_at' | 'kind_id'>;

/** Whether people on the task have to be checked by the rules again. */
export const affectsRules = ({ before, after }: { before: Ruling; after: Ruling }): boolean =>
  before.starts_at !== after.starts_at || before.ends_at !== after.ends_at || before.kind_id !== after.kind_id;

export const lossOf = (
  person: Pick<OnTask, 'uid' | 'name' | 'replaced_at'>,
  task: Pick<TaskRecord, 'id' | 'title' | 'starts_at'>,
  reason: Loss['reason'],
  rule: Loss['rule'] = null,
): Loss => ({
  uid: person.uid,
  name: person.name,
  task: task.id,
  title: task.title,
  starts_at: task.starts_at,
  replaced: person.replaced_at !== null,
  reason,
  rule,
});

/** As planners see it. */
export const presentLoss = ({ replaced: _replaced, ...loss }: Loss) => loss;

type Refused<T> = { task: T; reason: Refusal; limit: BrokenRule['limit'] };

/**
 * Which of these tasks the person cannot be on. They are added to the rest of the plan one by one, so those that are left
 * keep the rules together.
 */
export function refusedTasks<T extends RuledTask>(
  person: RuledPerson,
  tasks: readonly T[],
  gone: ReadonlySet<string>,
  timezone: string,
): Refused<T>[] {
  const plan = person.plan.filter(({ id }) => !gone.has(id) && !tasks.some((task) => task.id === id));
  const refused: Refused<T>[] = [];
  for (const task of tasks.toSorted((one, other) => (one.starts_at < other.starts_at ? -1 : 1))) {
    const broken = brokenRule({ ...person, plan }, task, timezone);
    if (broken === null) plan.push(task);
    else refused.push({ task, reason: broken.refusal, limit: broken.limit });
  }
  return refused;
}
