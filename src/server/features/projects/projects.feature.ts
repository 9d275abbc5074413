import type { Feature } from '../../feature.ts';
import { ownerRoutes } from './owners.routes.ts';
import { ownerSchemas } from './owners.schema.ts';
import { projectRoutes } from './projects.routes.ts';
import { projectSchemas } from './projects.schema.ts';

export const projects = {
  schemas: [...projectSchemas, ...ownerSchemas],
  routes: { api: [projectRoutes, ownerRoutes] },
} satisfies Feature;
