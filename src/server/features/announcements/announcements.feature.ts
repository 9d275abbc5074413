import type { Feature } from '../../feature.ts';
import { announcementRoutes } from './announcements.routes.ts';
import { announcementSchemas } from './announcements.schema.ts';
import { atomRoutes } from './atom.routes.ts';

export const announcements = {
  schemas: announcementSchemas,
  routes: { public: [atomRoutes], api: [announcementRoutes] },
} satisfies Feature;
