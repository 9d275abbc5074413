import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api.ts';

export const waysQuery = queryOptions({
  queryKey: ['sign-in-ways'],
  queryFn: () => call('get_sign_in_ways', {}),
  staleTime: Infinity,
});

/** Whether mail is sent, the `context` of words that promise some; until it is known, as it usually is. */
export const useMailWay = () => useQuery(waysQuery).data?.mail ?? 'smtp';
