import type { Feature } from '../../feature.ts';
import { askAgainRoutes } from './ask-again.routes.ts';
import { askAgainSchemas } from './ask-again.schema.ts';

export const askAgain = {
  schemas: askAgainSchemas,
  routes: { api: [askAgainRoutes] },
} satisfies Feature;
