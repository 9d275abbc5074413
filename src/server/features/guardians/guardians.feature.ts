import type { Feature } from '../../feature.ts';
import type { Services } from '../../services.ts';
import { guardianRoutes } from './guardians.routes.ts';
import { guardianSchemas } from './guardians.schema.ts';

/** The consent of guardians, without which minors get no places in tasks. */
export const guardians = {
  schemas: guardianSchemas,
  routes: { api: [guardianRoutes] },
} satisfies Feature<Services>;
