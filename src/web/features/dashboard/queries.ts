import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api.ts';
import { projectKeys, taskKeys } from '../../keys.ts';

/** What waits for the owners of a project. */
export const dashboardQuery = (pid: string) =>
  queryOptions({
    queryKey: projectKeys.dashboard(pid),
    queryFn: () => call('get_dashboard', { path: { pid } }),
  });

/** The next tasks of a team that have free places. */
export const teamGapsQuery = (pid: string, tid: string) =>
  queryOptions({
    queryKey: taskKeys.gaps(pid, tid),
    queryFn: async () => (await call('list_tasks', { path: { pid }, query: { tid, open: true, limit: 3 } })).data,
  });
