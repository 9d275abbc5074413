import { queryOptions, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { Me } from '../../../client/client.ts';
import { ApiProblem, call } from '../../api.ts';
import { meKeys, ownKeys } from '../../keys.ts';
import { loadAll } from '../../ui/paging.ts';
import { clearBrowserData } from '../../service-worker.ts';

/**
 * Whether the server found no session when it sent the page: browsers log the refusal of another question as an error.
 * While the page is out of sight, somebody may sign in in another tab.
 */
let isVisitor = !import.meta.env.SSR && 'visitor' in document.documentElement.dataset;
if (isVisitor) document.addEventListener('visibilitychange', () => void (isVisitor = false), { once: true });

/** The signed-in person, or null for a visitor. */
async function loadMe(): Promise<Me | null> {
  if (isVisitor) return null;
  try {
    return await call('get_me', {});
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) return null;
    throw error;
  }
}

export const meQuery = queryOptions({ queryKey: meKeys.all, queryFn: loadMe, staleTime: 60_000 });

/** Events in which the person took part and has no team now. */
export const leftProjectsQuery = queryOptions({
  queryKey: ownKeys.leftProjects,
  queryFn: () => loadAll((query) => call('list_left_projects', { query })),
});

/** The signed-in person; null for a visitor. */
export const useMe = () => useQuery(meQuery).data ?? null;

/**
 * Removes everything that was loaded for one person, so that the next one at this browser does not see it. The query
 * for the person stays in the cache, because the header is subscribed to it; an answer that is still on its way must
 * not bring the previous person back.
 */
export function clearPersonCache(queryClient: QueryClient): void {
  isVisitor = false;
  void queryClient.cancelQueries({ queryKey: meKeys.all });
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKeys.all[0] });
  queryClient.getMutationCache().clear();
  queryClient.setQueryData(meQuery.queryKey, null);
  void clearBrowserData();
}
