import type { Feature } from '../../feature.ts';
import { deliveryRoutes } from './deliveries/deliveries.routes.ts';
import { deleteOldDeliveries } from './deliveries/deliveries.service.ts';
import { webhookRoutes } from './webhooks.routes.ts';
import { webhookSchemas } from './webhooks.schema.ts';

export const webhooks = {
  schemas: webhookSchemas,
  routes: { api: [webhookRoutes, deliveryRoutes] },
  expiry: [deleteOldDeliveries],
} satisfies Feature;
