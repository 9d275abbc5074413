import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api.ts';
import { projectKeys } from '../../keys.ts';

export const searchQuery = (pid: string, q: string) =>
  queryOptions({
    queryKey: projectKeys.found(pid, q),
    queryFn: () => call('search_project', { path: { pid }, query: { q, limit: 5 } }),
    placeholderData: keepPreviousData,
  });
