import type { FastifyRequest } from 'fastify';
import { actorOf, projectRoleOf } from '../../auth/gate.ts';
import type { App } from '../../http/app.ts';
import { pageRequest } from '../../http/paging.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { webhookKinds } from './webhooks.policy.ts';
import { listWebhooks } from './webhooks.queries.ts';
import {
  CreatedWebhook,
  NewWebhook,
  Webhook,
  WebhookChanges,
  WebhookPage,
  WebhookParams,
  WebhookSecret,
  WebhooksParams,
  WebhooksQuery,
} from './webhooks.schema.ts';
import { changeWebhook, createWebhook, presentWebhook, removeWebhook, rotateSecret } from './webhooks.service.ts';

export function webhookRoutes(app: App, services: Services): void {
  const { db, clock, once } = services;
  const changeOf = (request: FastifyRequest<{ Params: { id: string } }>) => ({
    ...actorOf(request, clock),
    id: request.params.id,
  });

  app.get(
    '/api/projects/:pid/webhooks',
    {
      config: { access: 'project:owner' },
      schema: {
        tags: ['Webhooks'],
        operationId: 'list_webhooks',
        summary: 'List the webhooks of a project',
        description: 'Their secrets are never shown again.',
        params: WebhooksParams,
        querystring: WebhooksQuery,
        response: { 200: Ref(WebhookPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { id: 'text' });
      const rows = await listWebhooks(db.read, projectRoleOf(request).scope, limit + 1, after?.id);
      return { ...page(rows, presentWebhook), kinds: webhookKinds };
    },
  );

  app.post(
    '/api/projects/:pid/webhooks',
    {
      config: {
        access: 'project:owner',
        stepUp: true,
        problems: ['not_allowed', 'url_refused', 'idempotency_key_reused'],
      },
      schema: {
        tags: ['Webhooks'],
        operationId: 'create_webhook',
        summary: 'Send changes of the project to a URL',
        description:
          'Follows Standard Webhooks (https://www.standardwebhooks.com): `webhook-id`, `webhook-timestamp` and ' +
          '`webhook-signature`. Deliveries contain identifiers only. A delivery is tried 8 times over 28 hours, in any ' +
          'order and at least once; answer with 2xx within 10 seconds. 410 switches the webhook off, and so do 5 days ' +
          'without a successful delivery.',
        params: WebhooksParams,
        body: NewWebhook,
        response: { 201: Ref(CreatedWebhook) },
      },
    },
    (request, reply) =>
      once(request, reply, (trx, { roles }) =>
        createWebhook(trx, services, actorOf(request, clock), roles, request.body),
      ),
  );

  app.patch(
    '/api/projects/:pid/webhooks/:id',
    {
      config: { access: 'project:owner', stepUp: true, problems: ['url_refused'] },
      schema: {
        tags: ['Webhooks'],
        operationId: 'change_webhook',
        summary: 'Change, pause or resume a webhook',
        params: WebhookParams,
        body: WebhookChanges,
        response: { 200: Ref(Webhook) },
      },
    },
    async (request) => changeWebhook(services, changeOf(request), request.body),
  );

  app.delete(
    '/api/projects/:pid/webhooks/:id',
    {
      config: { access: 'project:owner', alsoArchived: true },
      schema: {
        tags: ['Webhooks'],
        operationId: 'remove_webhook',
        summary: 'Delete a webhook and its log',
        params: WebhookParams,
        response: { 204: Empty('Webhook deleted.') },
      },
    },
    (request) => removeWebhook(services, changeOf(request)),
  );

  app.post(
    '/api/projects/:pid/webhooks/:id/secret',
    {
      config: { access: 'project:owner', stepUp: true },
      schema: {
        tags: ['Webhooks'],
        operationId: 'rotate_webhook_secret',
        summary: 'Create a new secret',
        description: 'For 24 hours, deliveries are signed with both the new and the previous secret.',
        params: WebhookParams,
        response: { 201: Ref(WebhookSecret) },
      },
    },
    (request) => rotateSecret(services, changeOf(request)),
  );
}
