import { queryOptions } from '@tanstack/react-query';
import type { DietaryHabit } from '../../../client/client.ts';
import { call } from '../../api.ts';

/** The catalogue changes with the service only. */
export const habitsQuery = queryOptions({
  queryKey: ['dietary-habits'],
  queryFn: () => call('list_dietary_habits', { query: { limit: 200 } }),
  staleTime: Infinity,
});

export const habitLabel = ({ labels }: DietaryHabit, language: string): string =>
  language === 'zh-TW' ? labels['zh-TW'] : labels.en;
