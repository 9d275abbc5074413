import { queryOptions } from '@tanstack/react-query';
import type { OpenTask, PendingPlace } from '../../../../client/client.ts';
import { call } from '../../../api.ts';
import { ownKeys, taskKeys } from '../../../keys.ts';
import type { Change } from '../../../ui/change.ts';
import { loadAll, pagedQuery } from '../../../ui/paging.ts';
import { affectedByTask } from '../queries.ts';
import type { OpenSearch } from './search.ts';

/** So many rows are quick to show on a weak phone. */
export const rowsAtOnce = 30;

/** All tasks that the person could take at some time, by time; the page hides those that they cannot. */
export const openTasksQuery = (pid: string, { day, tid, place, kind, length }: OpenSearch, full: boolean) =>
  pagedQuery(
    taskKeys.open(pid, { day, tid, place, kind, length, full }),
    (query) =>
      call('list_open_tasks', {
        query: {
          ...query,
          project: pid,
          all: true,
          order: 'time',
          full,
          ...(day && { day }),
          ...(tid && { tid }),
          ...(place && { place }),
          ...(kind && { kind }),
          ...(length && { length }),
        },
      }),
    rowsAtOnce,
  );

/** Below the key of the person's own tasks, so that joining and leaving load it again. */
export const awaitedTasksQuery = queryOptions({
  queryKey: taskKeys.awaited,
  queryFn: () => loadAll((query) => call('list_awaited_tasks', { query })),
});

const affected = (pid: string) => [...affectedByTask(pid), ownKeys.all];

type Place = Pick<OpenTask, 'id' | 'title'>;

/** The answer is empty if the person has a place now. */
export const takePlace = (pid: string): Change<Place & { wait: boolean; note?: string }, PendingPlace | undefined> => ({
  run: ({ id, wait, note = '' }) =>
    call('join_task', {
      path: { pid, id },
      ...((wait || note !== '') && { body: { ...(wait && { wait }), ...(note !== '' && { note }) } }),
    }),
  affects: affected(pid),
});

export const givePlaceUp = (pid: string): Change<Place, unknown> => ({
  run: ({ id }) => call('leave_task', { path: { pid, id } }),
  affects: affected(pid),
});
