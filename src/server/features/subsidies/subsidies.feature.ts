import type { Feature } from '../../feature.ts';
import { subsidyRoutes } from './subsidies.routes.ts';
import { subsidySchemas } from './subsidies.schema.ts';
import { copySubsidies } from './subsidies.queries.ts';

export const subsidies = {
  schemas: subsidySchemas,
  routes: { api: [subsidyRoutes] },
  copies: { copy: copySubsidies },
} satisfies Feature;
