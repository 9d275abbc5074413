import type { Feature } from '../../feature.ts';
import { meRoutes } from './me.routes.ts';
import { meSchemas } from './me.schema.ts';

export const me = {
  schemas: meSchemas,
  routes: { api: [meRoutes] },
} satisfies Feature;
