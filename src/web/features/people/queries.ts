import { queryOptions, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { fetchMe } from '../../api.ts';

export const meQuery = queryOptions({ queryKey: ['me'], queryFn: fetchMe, staleTime: 60_000 });

/** The signed-in person; null for a visitor. */
export const useMe = () => useQuery(meQuery).data ?? null;

/** Nothing that one person has seen is left for the next one at this browser. */
export function forgetPerson(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
  queryClient.setQueryData(meQuery.queryKey, null);
}
