import type { Feature } from '../../feature.ts';
import { tagRoutes } from './tags.routes.ts';
import { tagSchemas } from './tags.schema.ts';

export const tags = {
  schemas: tagSchemas,
  routes: { api: [tagRoutes] },
} satisfies Feature;
