import type { Feature } from '../../feature.ts';
import { appearanceRoutes } from './appearance/appearance.routes.ts';
import { appearanceSchemas } from './appearance/appearance.schema.ts';
import { deleteOldGrants, notifyOfGrants } from './grants/ending.service.ts';
import { grantRoutes } from './grants/grants.routes.ts';
import { grantSchemas } from './grants/grants.schema.ts';
import { ownerRoutes } from './owners.routes.ts';
import { ownerSchemas } from './owners.schema.ts';
import { projectRoutes } from './projects.routes.ts';
import { seriesRoutes } from './series/series.routes.ts';
import { seriesSchemas } from './series/series.schema.ts';
import { projectSchemas } from './projects.schema.ts';

export const projects = {
  schemas: [...projectSchemas, ...ownerSchemas, ...grantSchemas, ...appearanceSchemas, ...seriesSchemas],
  routes: { api: [projectRoutes, ownerRoutes, grantRoutes, appearanceRoutes, seriesRoutes] },
  expiry: [deleteOldGrants],
  lapses: [notifyOfGrants],
} satisfies Feature;
