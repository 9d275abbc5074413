import type { DietaryHabit } from '../../../client/client.ts';

export const habitLabel = ({ labels }: DietaryHabit, language: string): string =>
  language === 'zh-TW' ? labels['zh-TW'] : labels.en;
