import type { ChatChannel, NewChatChannel } from '../../../client/client.ts';
import { call } from '../../api.ts';
import { queryOptions } from '@tanstack/react-query';
import { chatKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import { loadAll } from '../../ui/paging.ts';

/** The channels of a team; of the project and all its teams without one. */
export const channelsQuery = (pid: string, tid: string | undefined) =>
  queryOptions({
    queryKey: chatKeys.list(pid, tid ?? ''),
    queryFn: () =>
      loadAll((query) =>
        call('list_chat_channels', { path: { pid }, query: tid === undefined ? query : { ...query, tid } }),
      ),
  });

export const addChannel = (pid: string): Change<NewChatChannel, ChatChannel> => ({
  run: (body) => call('add_chat_channel', { path: { pid }, body }),
  affects: [chatKeys.all(pid)],
});

export const switchChannel = (pid: string): Change<{ id: string; active: boolean }, ChatChannel> => ({
  run: ({ id, active }) => call('change_chat_channel', { path: { pid, id }, body: { active } }),
  affects: [chatKeys.all(pid)],
});

export const removeChannel = (pid: string): Change<ChatChannel, unknown> => ({
  run: ({ id }) => call('remove_chat_channel', { path: { pid, id } }),
  affects: [chatKeys.all(pid)],
});

export const testChannel = (pid: string): Change<ChatChannel, { outcome: string }> => ({
  run: ({ id }) => call('test_chat_channel', { path: { pid, id } }),
  affects: [chatKeys.all(pid)],
});
