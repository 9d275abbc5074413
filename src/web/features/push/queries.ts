import { queryOptions } from '@tanstack/react-query';
import type { PushSubscription } from '../../../client/client.ts';
import { call } from '../../api.ts';
import { noticeKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import { subscribeBrowser, unsubscribeBrowser } from './browser-push.ts';

export const pushQuery = queryOptions({
  queryKey: noticeKeys.push,
  queryFn: () => call('list_push_subscriptions', {}),
});

/** Asks the person for permission, if they have not answered yet. */
export const turnOn: Change<string, unknown> = {
  run: async (publicKey) => call('add_push_subscription', { body: await subscribeBrowser(publicKey) }),
  affects: [noticeKeys.push],
};

export const turnOff: Change<PushSubscription, unknown> = {
  run: async ({ id, current }) => {
    await call('remove_push_subscription', { path: { id } });
    if (current) await unsubscribeBrowser();
  },
  affects: [noticeKeys.push],
};
