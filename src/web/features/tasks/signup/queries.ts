import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api.ts';
import { taskKeys } from '../../../keys.ts';
import type { Change } from '../../../ui/change.ts';
import { loadAll, maxPageSize } from '../../../ui/paging.ts';
import { affectedByTask } from '../queries.ts';

/** A project has at most 200 of each, so one page holds them all. */
const query = { limit: maxPageSize };

export const placesQuery = (pid: string) =>
  queryOptions({
    queryKey: taskKeys.places(pid),
    queryFn: async () => (await call('list_places', { path: { pid }, query })).data,
  });

export const kindsQuery = (pid: string) =>
  queryOptions({
    queryKey: taskKeys.kinds(pid),
    queryFn: async () => (await call('list_task_kinds', { path: { pid }, query })).data,
  });

export const requestsQuery = (pid: string, task: string) =>
  queryOptions({
    queryKey: taskKeys.requests(pid, task),
    queryFn: () => loadAll((page) => call('list_join_requests', { path: { pid }, query: { ...page, task } })),
  });

/** Of all tasks that the person plans; the rest is on the pages of the tasks. */
export const allRequestsQuery = (pid: string) =>
  queryOptions({
    queryKey: taskKeys.allRequests(pid),
    queryFn: async () => (await call('list_join_requests', { path: { pid }, query: { limit: 10 } })).data,
  });

type Decision = { uid: string; approved: boolean };

export const decideRequest = (pid: string, id: string): Change<Decision, unknown> => ({
  run: ({ uid, approved }) => call('decide_join_request', { path: { pid, id, uid }, body: { approved } }),
  affects: affectedByTask(pid),
});
