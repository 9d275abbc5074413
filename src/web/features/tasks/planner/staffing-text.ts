import type { TFunction } from 'i18next';
import type { PlanTask } from '../../../../client/client.ts';
import { freeOn, missingOn } from './plan.ts';

/** In words: how many more people are needed, or how many places are free. */
export function staffingText(t: TFunction, task: PlanTask): string {
  const missing = missingOn(task);
  if (missing > 0) return t('helping.missing', { count: missing });
  const free = freeOn(task);
  return free > 0 ? t('helping.free', { count: free }) : t('planner.full');
}
