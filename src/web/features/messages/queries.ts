import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Message, MessageAudience, MessageRecipient } from '../../../client/client.ts';
import { call, ifMatch, read } from '../../api.ts';
import { messageKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import type { Editable } from '../../ui/editing/editing.ts';
import { pagedQuery } from '../../ui/paging.ts';
import type { MessageBody } from './message-values.ts';

export const messagesQuery = (pid: string) =>
  pagedQuery(messageKeys.list(pid), (query) => call('list_messages', { path: { pid }, query }), 50);

/** How often the progress of a message that is being sent is read again. */
const whileSendingMs = 2000;

/** The message with its ETag. While it is being sent, its progress is read again and again. */
export const messageQuery = (pid: string, id: string) =>
  queryOptions({
    queryKey: messageKeys.detail(pid, id),
    queryFn: () => read('get_message', { path: { pid, id } }),
    refetchInterval: ({ state }) => (state.data?.body.state === 'sending' ? whileSendingMs : false),
  });

export type RecipientFilter = { state?: MessageRecipient['state']; unreached?: true };

/** Read again and again until the message is sent to all that are shown. A scheduled message has no recipients yet. */
export const recipientsQuery = (pid: string, id: string, filter: RecipientFilter) =>
  infiniteQueryOptions({
    ...pagedQuery(
      messageKeys.recipients(pid, id, filter),
      (query) => call('list_message_recipients', { path: { pid, id }, query: { ...query, ...filter } }),
      50,
    ),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.data.some(isUnderWay)) === true ? whileSendingMs : false,
  });

const isUnderWay = ({ state }: MessageRecipient): boolean => state === 'waiting' || state === 'sending';

/** How many people an audience has, and the first of them. */
export const audienceQuery = (pid: string, audience: MessageAudience) =>
  queryOptions({
    queryKey: messageKeys.preview(pid, { audience }),
    queryFn: () => call('preview_audience', { path: { pid }, body: { audience } }),
    staleTime: 0,
  });

/** The text as one person gets it. */
export const previewQuery = (pid: string, { subject, body }: { subject: string; body: string }, uid: string) =>
  queryOptions({
    queryKey: messageKeys.preview(pid, { subject, body, uid }),
    queryFn: () => call('preview_message', { path: { pid }, body: { subject, body, uid } }),
    staleTime: 0,
  });

export const receivedQuery = (id: string) =>
  queryOptions({
    queryKey: messageKeys.received(id),
    queryFn: () => call('get_received_message', { path: { id } }),
  });

export const createMessage = (pid: string): Change<MessageBody, Message> => ({
  run: (body) => call('create_message', { path: { pid }, body }),
  affects: [messageKeys.list(pid)],
});

export const editMessage = (pid: string, id: string): Editable<Message, MessageBody> => ({
  load: () => read('get_message', { path: { pid, id } }),
  save: (body, etag) => read('change_message', { path: { pid, id }, body, ...ifMatch(etag) }),
  affects: [messageKeys.all(pid)],
});

/** Leaves out the message itself, which is still on screen and would be loaded once more. */
export const deleteMessage = (pid: string): Change<string, unknown> => ({
  run: (id) => call('delete_message', { path: { pid, id } }),
  affects: [messageKeys.list(pid)],
});

export const sendMessage = (pid: string, id: string, etag: string | undefined): Change<void, Message> => ({
  run: () => call('send_message', { path: { pid, id }, ...ifMatch(etag) }),
  affects: [messageKeys.all(pid)],
});

export const cancelMessage = (pid: string, id: string): Change<void, Message> => ({
  run: () => call('cancel_message', { path: { pid, id } }),
  affects: [messageKeys.all(pid)],
});

export const resendMessage = (pid: string, id: string): Change<void, Message> => ({
  run: () => call('resend_message', { path: { pid, id } }),
  affects: [messageKeys.all(pid)],
});

export const testMessage = (pid: string, id: string): Change<void, unknown> => ({
  run: () => call('test_message', { path: { pid, id } }),
  affects: [],
});
