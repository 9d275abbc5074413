import { queryOptions } from '@tanstack/react-query';
import type { CreatedWebhook, NewWebhook, Webhook, WebhookDelivery, WebhookSecret } from '../../../client/client.ts';
import { call } from '../../api.ts';
import { webhookKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import { pagedQuery } from '../../ui/paging.ts';

const pollMs = 3000;

/** A project has few webhooks: all are on the first page. */
export const webhooksQuery = (pid: string) =>
  queryOptions({
    queryKey: webhookKeys.list(pid),
    queryFn: () => call('list_webhooks', { path: { pid }, query: {} }),
  });

/** Asked again while it is open: deliveries are sent in the background. */
export const deliveriesQuery = (pid: string, id: string) => ({
  ...pagedQuery(
    webhookKeys.deliveries(pid, id),
    (query) => call('list_webhook_deliveries', { path: { pid, id }, query }),
    20,
  ),
  refetchInterval: pollMs,
});

export const createWebhook = (pid: string): Change<NewWebhook, CreatedWebhook> => ({
  run: (body) => call('create_webhook', { path: { pid }, body }),
  affects: [webhookKeys.all(pid)],
});

export const switchWebhook = (pid: string): Change<{ id: string; active: boolean }, Webhook> => ({
  run: ({ id, active }) => call('change_webhook', { path: { pid, id }, body: { active } }),
  affects: [webhookKeys.all(pid)],
});

export const removeWebhook = (pid: string): Change<Webhook, unknown> => ({
  run: ({ id }) => call('remove_webhook', { path: { pid, id } }),
  affects: [webhookKeys.list(pid)],
});

export const rotateSecret = (pid: string): Change<Webhook, WebhookSecret> => ({
  run: ({ id }) => call('rotate_webhook_secret', { path: { pid, id } }),
  affects: [webhookKeys.list(pid)],
});

export const pingWebhook = (pid: string): Change<Webhook, WebhookDelivery> => ({
  run: ({ id }) => call('ping_webhook', { path: { pid, id } }),
  affects: [webhookKeys.all(pid)],
});

export const redeliver = (pid: string, id: string): Change<WebhookDelivery, WebhookDelivery> => ({
  run: ({ id: delivery }) => call('redeliver', { path: { pid, id, delivery } }),
  affects: [webhookKeys.deliveries(pid, id)],
});
