import type { Feature } from '../../feature.ts';
import { healthRoutes, serviceStateRoutes } from './health.routes.ts';
import { healthSchemas } from './health.schema.ts';

export const health = {
  schemas: healthSchemas,
  routes: { public: [healthRoutes], api: [serviceStateRoutes] },
} satisfies Feature;
