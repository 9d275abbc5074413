import type { Feature } from '../../feature.ts';
import { calendarRoutes } from './calendar.routes.ts';
import { calendarSchemas } from './calendar.schema.ts';
import { feedRoutes } from './feed.routes.ts';
import { deleteExpiredRemovals } from './removals.service.ts';

export const calendar = {
  schemas: calendarSchemas,
  routes: { public: [feedRoutes], api: [calendarRoutes] },
  expiry: [deleteExpiredRemovals],
} satisfies Feature;
