import type { Feature } from '../../feature.ts';
import { retentionRoutes } from './retention.routes.ts';
import { retentionSchemas } from './retention.schema.ts';
import { retentionJobs } from './retention.service.ts';

export const retention = {
  schemas: retentionSchemas,
  routes: { api: [retentionRoutes] },
  jobs: retentionJobs,
} satisfies Feature;
