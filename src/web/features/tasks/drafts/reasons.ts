import { useTranslation } from 'react-i18next';
import type { WebTexts } from '../../../../locales/english.ts';

type Obstacle = keyof WebTexts['drafts']['obstacles'];

const obstacles: readonly Obstacle[] = [
  'not_in_team',
  'not_available',
  'not_qualified',
  'too_young',
  'birthday_unknown',
  'task_overlap',
  'too_little_rest',
  'works_too_long',
  'max_hours',
  'max_hours_per_day',
  'task_full',
];

/** Why a person cannot take a task, in a few words. */
export function useReasonText(): (reason: string) => string {
  const { t } = useTranslation();
  return (reason) => t(`drafts.obstacles.${obstacles.find((one) => one === reason) ?? 'other'}`);
}
