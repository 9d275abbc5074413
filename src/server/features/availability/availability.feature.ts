import type { Feature } from '../../feature.ts';
import { availabilityRoutes } from './availability.routes.ts';
import { availabilitySchemas } from './availability.schema.ts';

export const availability = {
  schemas: availabilitySchemas,
  routes: { api: [availabilityRoutes] },
} satisfies Feature;
