import type { Feature } from '../../feature.ts';
import { erasureRoutes } from './erasure.routes.ts';
import { erasureSchemas } from './erasure.schema.ts';

export const erasure = {
  schemas: erasureSchemas,
  routes: { api: [erasureRoutes] },
} satisfies Feature;
