import { queryOptions } from '@tanstack/react-query';
import type { Me, OwnListing } from '../../../client/client.ts';
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

/** How the person is listed in the projects of their teams. */
export const ownListingsQuery = queryOptions({
  queryKey: memberKeys.ownList,
  queryFn: () => loadAll((query) => call('list_own_listings', { query })),
});

export const ownListingQuery = (pid: string) =>
  queryOptions({
    queryKey: memberKeys.ownDetail(pid),
    queryFn: () => call('get_own_listing', { path: { pid } }),
  });

/**
 * Stores what the switch showed when somebody joined or applied, so that the home page does not ask again. A failure
 * is ignored: the home page then asks.
 */
export async function keepShownListing(pid: string, me: Pick<Me, 'listing'> | null): Promise<void> {
  if (me === null || me.listing === 'hidden') return;
  try {
    const { listing, listed, shown } = await call('get_own_listing', { path: { pid } });
    if (listing === 'nobody' || listed !== null) return;
    await call('set_own_listing', { path: { pid }, body: { listed: shown } });
  } catch {
    // The person has joined or applied all the same.
  }
}

export const chooseListing = (pid: string): Change<boolean, OwnListing> => ({
  run: (listed) => call('set_own_listing', { path: { pid }, body: { listed } }),
  affects: [memberKeys.own, memberKeys.listing(pid), teamKeys.all(pid)],
});
