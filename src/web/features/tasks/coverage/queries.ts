import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api.ts';
import { taskKeys } from '../../../keys.ts';

export type CoverageBy = 'team' | 'kind' | 'place';

/** Has a value for each hour. */
export const coverageQuery = (pid: string, day: string, by: CoverageBy) =>
  queryOptions({
    queryKey: taskKeys.coverage(pid, { day, by }),
    queryFn: () => call('get_coverage', { path: { pid }, query: { day, by, step: 60 } }),
  });
