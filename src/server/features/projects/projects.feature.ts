import type { Feature } from '../../feature.ts';
import { appearanceRoutes } from './appearance/appearance.routes.ts';
import { appearanceSchemas } from './appearance/appearance.schema.ts';
import { ownerRoutes } from './owners.routes.ts';
import { ownerSchemas } from './owners.schema.ts';
import { projectRoutes } from './projects.routes.ts';
import { projectSchemas } from './projects.schema.ts';

export const projects = {
  schemas: [...projectSchemas, ...ownerSchemas, ...appearanceSchemas],
  routes: { api: [projectRoutes, ownerRoutes, appearanceRoutes] },
} satisfies Feature;
