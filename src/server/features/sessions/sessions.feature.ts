import type { Feature } from '../../feature.ts';
import { deleteExpiredSessions } from './sessions.queries.ts';
import { sessionRoutes } from './sessions.routes.ts';
import { sessionSchemas } from './sessions.schema.ts';

export const sessions = {
  schemas: sessionSchemas,
  routes: { api: [sessionRoutes] },
  expiry: [deleteExpiredSessions],
} satisfies Feature;
