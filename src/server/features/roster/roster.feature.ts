import type { Feature } from '../../feature.ts';
import { rosterRoutes } from './roster.routes.ts';
import { rosterSchemas } from './roster.schema.ts';

export const roster = {
  schemas: rosterSchemas,
  routes: { api: [rosterRoutes] },
} satisfies Feature;
