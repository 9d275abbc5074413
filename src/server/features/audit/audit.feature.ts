import type { Feature } from '../../feature.ts';
import { auditRoutes } from './audit.routes.ts';
import { auditSchemas } from './audit.schema.ts';
import { privateReadRoutes } from './private-reads.routes.ts';
import { privateReadSchemas } from './private-reads.schema.ts';

export const audit = {
  schemas: [...auditSchemas, ...privateReadSchemas],
  routes: { api: [auditRoutes, privateReadRoutes] },
} satisfies Feature;
