import type { Feature } from '../../feature.ts';
import { noticeRoutes } from './notices.routes.ts';
import { noticeSchemas } from './notices.schema.ts';
import { deleteOldNotices } from './notices.service.ts';
import { settingsRoutes } from './settings.routes.ts';
import { settingsSchemas } from './settings.schema.ts';

export const notices = {
  schemas: [...noticeSchemas, ...settingsSchemas],
  routes: { api: [noticeRoutes, settingsRoutes] },
  expiry: [deleteOldNotices],
} satisfies Feature;
