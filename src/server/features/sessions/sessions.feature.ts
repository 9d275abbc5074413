import type { Feature } from '../../feature.ts';
import { sessionRoutes } from './sessions.routes.ts';
import { sessionSchemas } from './sessions.schema.ts';

export const sessions = {
  schemas: sessionSchemas,
  routes: { api: [sessionRoutes] },
} satisfies Feature;
