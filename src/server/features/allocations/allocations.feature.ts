import type { Feature } from '../../feature.ts';
import { allocationRoutes } from './allocations.routes.ts';
import { allocationSchemas } from './allocations.schema.ts';
import { deleteOldDrafts } from './allocations.service.ts';

export const allocations = {
  schemas: allocationSchemas,
  routes: { api: [allocationRoutes] },
  expiry: [deleteOldDrafts],
} satisfies Feature;
