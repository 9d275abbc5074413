import type { Feature } from '../../feature.ts';
import { docsRoutes } from './docs.routes.ts';
import { docsSchemas } from './docs.schema.ts';

export const docs = {
  schemas: docsSchemas,
  routes: { page: [docsRoutes] },
} satisfies Feature;
