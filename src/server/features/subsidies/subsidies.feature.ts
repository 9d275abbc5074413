import type { Feature } from '../../feature.ts';
import { copySubsidies } from './copy.queries.ts';
import { subsidyRoutes } from './subsidies.routes.ts';
import { subsidySchemas } from './subsidies.schema.ts';

export const subsidies = {
  schemas: subsidySchemas,
  routes: { api: [subsidyRoutes] },
  copies: { copy: copySubsidies },
} satisfies Feature;
