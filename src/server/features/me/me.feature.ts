import type { Feature } from '../../feature.ts';
import { leftProjectRoutes } from './left-projects.routes.ts';
import { leftProjectSchemas } from './left-projects.schema.ts';
import { meRoutes } from './me.routes.ts';
import { meSchemas } from './me.schema.ts';

export const me = {
  schemas: [...meSchemas, ...leftProjectSchemas],
  routes: { api: [meRoutes, leftProjectRoutes] },
} satisfies Feature;
