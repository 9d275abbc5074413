import type { Feature } from '../../feature.ts';
import { certificateHandlers } from './certificates/batches.service.ts';
import { certificateRoutes } from './certificates/certificates.routes.ts';
import { certificateSchemas } from './certificates/certificates.schema.ts';
import { copySettings } from './certificates/certificates.service.ts';
import { statementRoutes } from './statement/statement.routes.ts';
import { statementSchemas } from './statement/statement.schema.ts';

export const hours = {
  schemas: [...statementSchemas, ...certificateSchemas],
  routes: { api: [statementRoutes, certificateRoutes] },
  outbox: certificateHandlers,
  copies: { copy: copySettings },
} satisfies Feature;
