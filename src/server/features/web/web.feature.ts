import type { Feature } from '../../feature.ts';
import { webRoutes } from './web.routes.ts';

export const web = {
  routes: { page: [webRoutes] },
} satisfies Feature;
