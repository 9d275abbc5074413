import type { Feature } from '../../feature.ts';
import { dashboardRoutes } from './dashboard.routes.ts';
import { dashboardSchemas } from './dashboard.schema.ts';

export const dashboard = {
  schemas: dashboardSchemas,
  routes: { api: [dashboardRoutes] },
} satisfies Feature;
