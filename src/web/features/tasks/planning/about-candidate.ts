import type { TFunction } from 'i18next';
import type { TaskCandidate } from '../../../../client/client.ts';
import { ruleText } from '../../../ui/problems/organiser-problem.tsx';

/** No rule refuses the person, and they didn't say that they can't help then. */
export const isFree = ({ refusal, available }: TaskCandidate): boolean => refusal === null && available;

/** What to know before a person is assigned; someone who is refused can't be. */
export function aboutCandidate(t: TFunction, candidate: TaskCandidate): { text: string; refused: boolean } {
  const { refusal, missing_skills: names, rule, available, rested } = candidate;
  if (refusal === 'not_qualified' && names.length > 0) return { text: t('awaited.lacks', { names }), refused: true };
  if (refusal !== null) {
    const reasons = [t(`awaited.refusal.${refusal}`), ruleText(t, refusal, rule)];
    return { text: reasons.filter(Boolean).join(' · '), refused: true };
  }
  if (!available) return { text: t('awaited.unavailable'), refused: false };
  return { text: rested ? t('awaited.free') : t('awaited.littleRest'), refused: false };
}
