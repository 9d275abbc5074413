import type { FastifyRequest } from 'fastify';
import { actorOf, projectRoleOf } from '../../../auth/gate.ts';
import type { App } from '../../../http/app.ts';
import { pageRequest } from '../../../http/paging.ts';
import { Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { findWebhook } from '../webhooks.queries.ts';
import {
  DeliveryParams,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookParams,
  WebhooksQuery,
} from '../webhooks.schema.ts';
import { noSuchWebhook } from '../webhooks.service.ts';
import { listDeliveries } from './deliveries.queries.ts';
import { ping, presentDelivery, redeliver } from './deliveries.service.ts';

export function deliveryRoutes(app: App, { db, clock }: Services): void {
  const changeOf = (request: FastifyRequest<{ Params: { id: string } }>) => ({
    ...actorOf(request, clock),
    id: request.params.id,
  });

  app.post(
    '/api/projects/:pid/webhooks/:id/ping',
    {
      config: { access: 'project:owner', problems: ['webhook_disabled'] },
      schema: {
        tags: ['Webhooks'],
        operationId: 'ping_webhook',
        summary: 'Send a delivery of kind `ping`',
        description: 'The log shows the result.',
        params: WebhookParams,
        response: { 202: Ref(WebhookDelivery) },
      },
    },
    (request) => ping(db, changeOf(request)),
  );

  app.get(
    '/api/projects/:pid/webhooks/:id/deliveries',
    {
      config: { access: 'project:owner' },
      schema: {
        tags: ['Webhooks'],
        operationId: 'list_webhook_deliveries',
        summary: 'List the deliveries of the last 30 days',
        description: 'Newest first.',
        params: WebhookParams,
        querystring: WebhooksQuery,
        response: { 200: Ref(WebhookDeliveryPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { id: 'text' });
      const { id } = (await findWebhook(db.read, projectRoleOf(request).scope, request.params.id)) ?? noSuchWebhook();
      return page(await listDeliveries(db.read, id, limit + 1, after?.id), presentDelivery);
    },
  );

  app.post(
    '/api/projects/:pid/webhooks/:id/deliveries/:delivery',
    {
      config: { access: 'project:owner', problems: ['webhook_disabled'] },
      schema: {
        tags: ['Webhooks'],
        operationId: 'redeliver',
        summary: 'Send a delivery again',
        description: 'Uses the same `webhook-id`, with up to 8 attempts.',
        params: DeliveryParams,
        response: { 202: Ref(WebhookDelivery) },
      },
    },
    (request) => redeliver(db, changeOf(request), request.params.delivery),
  );
}
