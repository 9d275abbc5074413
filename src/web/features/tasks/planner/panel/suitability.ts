import type { PlanTask, TaskCandidate } from '../../../../../client/client.ts';
import { isFree } from '../../planning/about-candidate.ts';
import { busyWith, isOn, littleRestWith } from '../plan.ts';

/** In the order of the list: people who are free, who get a warning, who can't take the task, and who are already on it. */
export const suitabilities = ['free', 'warned', 'unable', 'here'] as const;
export type Suitability = (typeof suitabilities)[number];

/** Whether a person can take the task. Until the server has said more, only the shown plan decides. */
export function suitabilityOf(
  task: PlanTask,
  uid: string,
  plan: readonly PlanTask[],
  candidate: TaskCandidate | undefined,
  timezone: string,
): Suitability {
  if (isOn(task, uid)) return 'here';
  if (busyWith(plan, task) !== undefined || (candidate?.refusal ?? null) !== null) return 'unable';
  const isRested = candidate?.rested !== false && littleRestWith(plan, task, timezone) === undefined;
  return isRested && (candidate === undefined || isFree(candidate)) ? 'free' : 'warned';
}
