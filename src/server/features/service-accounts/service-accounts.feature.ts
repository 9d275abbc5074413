import type { Feature } from '../../feature.ts';
import { serviceAccountRoutes } from './service-accounts.routes.ts';
import { serviceAccountSchemas } from './service-accounts.schema.ts';

export const serviceAccounts = {
  schemas: serviceAccountSchemas,
  routes: { api: [serviceAccountRoutes] },
} satisfies Feature;
