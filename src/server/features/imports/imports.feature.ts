import type { Feature } from '../../feature.ts';
import { answersImportSchemas } from './answers/answers.schema.ts';
import { importRoutes } from './imports.routes.ts';
import { importSchemas } from './imports.schema.ts';
import { deleteExpiredImports, importHandlers } from './imports.service.ts';

export const imports = {
  schemas: [...importSchemas, ...answersImportSchemas],
  routes: { api: [importRoutes] },
  outbox: importHandlers,
  expiry: [deleteExpiredImports],
} satisfies Feature;
