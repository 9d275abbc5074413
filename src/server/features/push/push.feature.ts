import type { Feature } from '../../feature.ts';
import { pushRoutes } from './push.routes.ts';
import { pushSchemas } from './push.schema.ts';
import { deleteFailing } from './push.service.ts';

export const push = {
  schemas: pushSchemas,
  routes: { api: [pushRoutes] },
  expiry: [deleteFailing],
} satisfies Feature;
