import type { Feature } from '../../feature.ts';
import { deleteExpiredVisits } from './oidc.queries.ts';
import { oidcRoutes } from './oidc.routes.ts';
import { oidcSchemas } from './oidc.schema.ts';

export const oidc = {
  schemas: oidcSchemas,
  routes: { api: [oidcRoutes] },
  expiry: [deleteExpiredVisits],
} satisfies Feature;
