import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api.ts';
import { projectKeys } from '../../keys.ts';

/** What waits for the owners of a project. */
export const dashboardQuery = (pid: string) =>
  queryOptions({
    queryKey: projectKeys.dashboard(pid),
    queryFn: () => call('get_dashboard', { path: { pid } }),
  });
