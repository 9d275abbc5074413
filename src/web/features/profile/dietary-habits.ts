import type { DietaryHabit } from '../../../client/client.ts';
import { isLanguage } from '../../ui/i18n.ts';

export const habitLabel = ({ labels }: DietaryHabit, language: string): string =>
  isLanguage(language) ? labels[language] : labels.en;
