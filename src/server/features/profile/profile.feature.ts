import type { Feature } from '../../feature.ts';
import { profileRoutes } from './profile.routes.ts';
import { profileSchemas } from './profile.schema.ts';

export const profile = {
  schemas: profileSchemas,
  routes: { api: [profileRoutes] },
} satisfies Feature;
