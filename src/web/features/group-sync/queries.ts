import { queryOptions } from '@tanstack/react-query';
import type {
  GroupConsent,
  GroupServer,
  GroupServerChanges,
  MyGroups,
  NewGroupServer,
  NewSyncedGroup,
  SyncedGroup,
} from '../../../client/client.ts';
import { call } from '../../api.ts';
import { consentKeys, groupSyncKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import { loadAll, pagedQuery } from '../../ui/paging.ts';

/** Groups are synced in the background, so what the page shows is asked again. */
export const syncPollMs = 5000;

/** A project has at most 5 servers: all are on the first page. */
export const groupServersQuery = (pid: string) =>
  queryOptions({
    queryKey: groupSyncKeys.servers(pid),
    queryFn: () => call('list_group_servers', { path: { pid }, query: {} }),
    refetchInterval: syncPollMs,
  });

export const syncedGroupsQuery = (pid: string) =>
  pagedQuery(groupSyncKeys.groups(pid), (query) => call('list_synced_groups', { path: { pid }, query }), 50);

export const differencesQuery = (pid: string, id: string) => ({
  ...pagedQuery(
    groupSyncKeys.differences(pid, id),
    (query) => call('list_group_differences', { path: { pid, id }, query }),
    20,
  ),
  refetchInterval: syncPollMs,
});

export const myGroupsQuery = (pid: string) =>
  queryOptions({
    queryKey: groupSyncKeys.mine(pid),
    queryFn: () => call('get_my_groups', { path: { pid } }),
  });

/** Projects whose lists and channels the person agreed to be added to. */
export const ownGroupConsentsQuery = queryOptions({
  queryKey: consentKeys.groups,
  queryFn: (): Promise<GroupConsent[]> => loadAll((query) => call('list_own_group_consents', { query })),
  staleTime: 0,
});

export const leaveGroups = (pid: string): Change<void, unknown> => ({
  run: () => call('choose_my_groups', { path: { pid }, body: { agrees: false } }),
  affects: [groupSyncKeys.mine(pid), consentKeys.groups],
});

export const addServer = (pid: string): Change<NewGroupServer, GroupServer> => ({
  run: (body) => call('add_group_server', { path: { pid }, body }),
  affects: [groupSyncKeys.all(pid)],
});

export const changeServer = (pid: string): Change<GroupServerChanges & { id: string }, GroupServer> => ({
  run: ({ id, ...body }) => call('change_group_server', { path: { pid, id }, body }),
  affects: [groupSyncKeys.all(pid)],
});

export const removeServer = (pid: string): Change<GroupServer, unknown> => ({
  run: ({ id }) => call('remove_group_server', { path: { pid, id } }),
  // Not the logs, which are gone.
  affects: [groupSyncKeys.servers(pid), groupSyncKeys.groups(pid)],
});

export const syncServer = (pid: string): Change<GroupServer, unknown> => ({
  run: ({ id }) => call('sync_group_server', { path: { pid, id } }),
  affects: [groupSyncKeys.all(pid)],
});

export const addGroup = (pid: string): Change<NewSyncedGroup, SyncedGroup> => ({
  run: (body) => call('add_synced_group', { path: { pid }, body }),
  affects: [groupSyncKeys.all(pid)],
});

export const changeMode = (pid: string): Change<Pick<SyncedGroup, 'id' | 'mode'>, SyncedGroup> => ({
  run: ({ id, mode }) => call('change_synced_group', { path: { pid, id }, body: { mode } }),
  affects: [groupSyncKeys.all(pid)],
});

export const removeGroup = (pid: string): Change<SyncedGroup, unknown> => ({
  run: ({ id }) => call('remove_synced_group', { path: { pid, id } }),
  affects: [groupSyncKeys.groups(pid)],
});

/** The answer says what happens next. */
export const chooseMyGroups = (pid: string): Change<boolean, MyGroups> => ({
  run: async (agrees) => {
    await call('choose_my_groups', { path: { pid }, body: { agrees } });
    return call('get_my_groups', { path: { pid } });
  },
  affects: [groupSyncKeys.mine(pid)],
});
