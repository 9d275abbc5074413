import type { Feature } from '../../feature.ts';
import { administratorRoutes } from './administrators.routes.ts';

export const administrators = {
  routes: { api: [administratorRoutes] },
} satisfies Feature;
