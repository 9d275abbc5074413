import { queryOptions } from '@tanstack/react-query';
import type { OwnListing } from '../../../client/client.ts';
import { call } from '../../api.ts';
import { memberKeys, teamKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import { loadAll } from '../../ui/paging.ts';

/** The public listing of a project. */
export const membersQuery = (pid: string) =>
  queryOptions({
    queryKey: memberKeys.listing(pid),
    queryFn: async () => (await call('list_members', { path: { pid } })).data,
  });

/** How the person stands in the listings of the projects of their teams. */
export const ownListingsQuery = queryOptions({
  queryKey: memberKeys.ownList,
  queryFn: () => loadAll((query) => call('list_own_listings', { query })),
});

export const ownListingQuery = (pid: string) =>
  queryOptions({
    queryKey: memberKeys.ownDetail(pid),
    queryFn: () => call('get_own_listing', { path: { pid } }),
  });

export const chooseListing = (pid: string): Change<boolean, OwnListing> => ({
  run: (listed) => call('set_own_listing', { path: { pid }, body: { listed } }),
  affects: [memberKeys.own, memberKeys.listing(pid), teamKeys.all(pid)],
});
