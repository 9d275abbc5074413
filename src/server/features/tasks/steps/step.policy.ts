import type { PlanningStepsTable } from '../../../db/tables.ts';
import { ruleIn } from '../attendance/placement.policy.ts';
import { refusalForOthers } from '../rules/rules.policy.ts';
import type { BrokenRule, SharedRefusal } from '../rules/rules.policy.ts';
import type { SeriesRecord } from '../series/series.queries.ts';
import type { TaskRecord } from '../task-records.policy.ts';
import type { OnTask } from './steps.queries.ts';

export type TaskChange = { before: TaskRecord; after: TaskRecord };

/** One step of planning. `after` has the revision that the change gives. */
export type Step = {
  kind: PlanningStepsTable['kind'];
  created: readonly TaskRecord[];
  changed: readonly TaskChange[];
  removed: readonly TaskRecord[];
  /** Null if there was, or is, no such series. */
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
  reason: 'task_removed' | SharedRefusal;
  /** Null if the task is removed. */
  broken: BrokenRule | null;
};

type Ruling = Pick<TaskRecord, 'starts_at' | 'ends_at' | 'kind_id'>;

/** Whether people on the task have to be checked by the rules again. */
export const affectsRules = ({ before, after }: { before: Ruling; after: Ruling }): boolean =>
  before.starts_at !== after.starts_at || before.ends_at !== after.ends_at || before.kind_id !== after.kind_id;

export const lossOf = (
  person: Pick<OnTask, 'uid' | 'name' | 'replaced_at'>,
  task: Pick<TaskRecord, 'id' | 'title' | 'starts_at'>,
  broken: BrokenRule | null,
): Loss => ({
  uid: person.uid,
  name: person.name,
  task: task.id,
  title: task.title,
  starts_at: task.starts_at,
  replaced: person.replaced_at !== null,
  reason: broken === null ? 'task_removed' : refusalForOthers(broken.refusal),
  broken,
});

/** Shows what planners of the project may see. */
export const presentLoss = (pid: string, { replaced: _replaced, broken, ...loss }: Loss) => ({
  ...loss,
  rule: ruleIn(pid, broken?.limit ?? null),
});
