import type { Feature } from '../../feature.ts';
import { appFileRoutes } from './app-files.routes.ts';
import { webRoutes } from './web.routes.ts';

export const web = {
  routes: { page: [webRoutes, appFileRoutes] },
} satisfies Feature;
