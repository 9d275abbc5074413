import { maxPageSize } from '../../../../shared/limits.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api.ts';
import { taskKeys } from '../../../keys.ts';
import type { Change } from '../../../ui/change.ts';
import { pagedQuery } from '../../../ui/paging.ts';
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
  pagedQuery(taskKeys.requests(pid, task), (query) =>
    call('list_join_requests', { path: { pid }, query: { ...query, task } }),
  );

/** The requests for places on all tasks that the person plans. */
export const allRequestsQuery = (pid: string) =>
  pagedQuery(taskKeys.allRequests(pid), (query) => call('list_join_requests', { path: { pid }, query }), 10);

type Decision = { uid: string; approved: boolean };

export const decideRequest = (pid: string, id: string): Change<Decision, unknown> => ({
  run: ({ uid, approved }) => call('decide_join_request', { path: { pid, id, uid }, body: { approved } }),
  affects: affectedByTask(pid),
});
