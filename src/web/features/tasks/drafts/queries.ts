import { queryOptions } from '@tanstack/react-query';
import { call, ifMatch, read } from '../../../api.ts';
import type { Allocation, AllocationDetails, NewAllocation } from '../../../../client/client.ts';
import { draftKeys } from '../../../keys.ts';
import type { Change } from '../../../ui/change.ts';
import { pagedQuery } from '../../../ui/paging.ts';
import { affectedByTask } from '../queries.ts';

const pollMs = 1000;
const isRunning = ({ state }: Pick<Allocation, 'state'>): boolean => state === 'running';

/** The newest drafts first. Older ones are deleted after 30 days. */
export const draftsQuery = (pid: string) =>
  pagedQuery(draftKeys.list(pid), (query) => call('list_allocations', { path: { pid }, query }), 50);

/** Asked for again until all drafts are made. */
export const draftsInterval = (drafts: readonly Pick<Allocation, 'state'>[]): number | false =>
  drafts.some(isRunning) ? pollMs : false;

/** The draft with its ETag; asked for again until it is made. */
export const draftQuery = (pid: string, id: string) =>
  queryOptions({
    queryKey: draftKeys.detail(pid, id),
    queryFn: () => read('get_allocation', { path: { pid, id } }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isRunning(data.body) ? pollMs : false),
  });

export const startDraft = (pid: string): Change<NewAllocation, Allocation> => ({
  run: (body) => call('create_allocation', { path: { pid }, body }),
  affects: [draftKeys.all(pid)],
});

export type Seat = { task: string; uid: string };
export type Version = { etag: string | undefined };

const affectedByDraft = (pid: string) => [draftKeys.all(pid), ...affectedByTask(pid)];

/** Without seats it applies the whole draft. */
export const applyDraft = (
  pid: string,
  id: string,
): Change<Version & { seats: readonly Seat[] }, AllocationDetails> => ({
  run: ({ etag, seats }) =>
    call('apply_allocation', {
      path: { pid, id },
      ...(seats.length > 0 && { body: { assignments: [...seats] } }),
      ...ifMatch(etag),
    }),
  affects: affectedByDraft(pid),
});

export const undoDraft = (pid: string, id: string): Change<Version, AllocationDetails> => ({
  run: ({ etag }) => call('undo_allocation', { path: { pid, id }, ...ifMatch(etag) }),
  affects: affectedByDraft(pid),
});

/** It also stops one that is being made. */
export const discardDraft = (pid: string, id: string): Change<undefined, unknown> => ({
  run: () => call('discard_allocation', { path: { pid, id } }),
  affects: [draftKeys.all(pid)],
});
