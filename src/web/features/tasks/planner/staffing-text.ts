import type { TFunction } from 'i18next';
import type { PlanTask } from '../../../../client/client.ts';
import { gapOf } from '../coverage/gap.ts';
import { staffingOf } from './plan.ts';

/** In words: how many more people are needed, or how many places are free. */
export const staffingText = (t: TFunction, task: PlanTask): string =>
  staffingOf(task) === 'full' ? t('planner.full') : gapOf(t, task);
