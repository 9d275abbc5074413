import type { Feature } from '../../feature.ts';
import { memberRoutes } from './members.routes.ts';
import { memberSchemas } from './members.schema.ts';

export const members = {
  schemas: memberSchemas,
  routes: { public: [memberRoutes] },
} satisfies Feature;
