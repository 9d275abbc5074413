import { queryOptions } from '@tanstack/react-query';
import type { Grant, NewGrant } from '../../../../client/client.ts';
import { call, ifMatch, read } from '../../../api.ts';
import { affectedByMembership, affectedByOwnRights, projectKeys } from '../../../keys.ts';
import type { Change } from '../../../ui/change.ts';
import type { Editable } from '../../../ui/editing/editing.ts';
import { loadAll, pagedQuery } from '../../../ui/paging.ts';

/** Who is a deputy, or will be. */
export const grantsQuery = (pid: string) =>
  queryOptions({
    queryKey: projectKeys.grants(pid, { state: 'open' }),
    queryFn: () => loadAll((query) => call('list_grants', { path: { pid }, query })),
  });

export const endedGrantsQuery = (pid: string) =>
  pagedQuery(projectKeys.grants(pid, { state: 'ended' }), (query) =>
    call('list_grants', { path: { pid }, query: { ...query, state: 'ended' } }),
  );

/** What can end together with an owner. */
export const grantsOfQuery = (pid: string, uid: string) =>
  queryOptions({
    queryKey: projectKeys.grants(pid, { uid }),
    queryFn: () => loadAll((query) => call('list_grants', { path: { pid }, query: { ...query, granted_by: uid } })),
  });

export const grantVersionQuery = (pid: string, id: string) =>
  queryOptions({
    queryKey: projectKeys.grant(pid, id),
    queryFn: () => read('get_grant', { path: { pid, id } }),
    gcTime: 0,
  });

export const giveGrant = (pid: string): Change<NewGrant, Grant> => ({
  run: (body) => call('give_grant', { path: { pid }, body }),
  affects: affectedByMembership(pid),
});

export const changeGrant = (pid: string, id: string): Editable<Grant, { until: string }> => ({
  load: () => read('get_grant', { path: { pid, id } }),
  save: (body, etag) => read('change_grant', { path: { pid, id }, body, ...ifMatch(etag) }),
  affects: affectedByMembership(pid),
});

export const endGrant = (pid: string): Change<Pick<Grant, 'id' | 'name'>, unknown> => ({
  run: ({ id }) => call('end_grant', { path: { pid, id } }),
  affects: affectedByMembership(pid),
});

/** The rights that came with it end as well. */
export const giveUpGrant: Change<{ id: string }, unknown> = {
  run: ({ id }) => call('give_up_grant', { path: { id } }),
  affects: affectedByOwnRights,
};
