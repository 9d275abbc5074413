import type { Feature } from '../../feature.ts';
import { userRoutes } from './users.routes.ts';
import { userSchemas } from './users.schema.ts';

export const users = {
  schemas: userSchemas,
  routes: { api: [userRoutes] },
} satisfies Feature;
