import type { Feature } from '../../feature.ts';
import { ownCalendarRoutes, projectCalendarRoutes, teamCalendarRoutes } from './calendar.routes.ts';
import { calendarSchemas } from './calendar.schema.ts';
import { feedRoutes } from './feed.routes.ts';
import { deleteExpiredRemovals } from './removals.service.ts';

export const calendar = {
  schemas: calendarSchemas,
  routes: { public: [feedRoutes], api: [ownCalendarRoutes, projectCalendarRoutes, teamCalendarRoutes] },
  expiry: [deleteExpiredRemovals],
} satisfies Feature;
