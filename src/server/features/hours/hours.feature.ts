import type { Feature } from '../../feature.ts';
import { certificateHandlers } from './certificates/batches.service.ts';
import { certificateRoutes } from './certificates/certificates.routes.ts';
import { certificateSchemas } from './certificates/certificates.schema.ts';
import { copySettings } from './certificates/certificates.service.ts';
import { statementRoutes } from './statement/statement.routes.ts';
import { statementSchemas } from './statement/statement.schema.ts';
import { statisticsRoutes } from './statistics/statistics.routes.ts';
import { statisticsSchemas } from './statistics/statistics.schema.ts';

export const hours = {
  schemas: [...statementSchemas, ...certificateSchemas, ...statisticsSchemas],
  routes: { api: [statementRoutes, certificateRoutes, statisticsRoutes] },
  outbox: certificateHandlers,
  copies: { copy: copySettings },
} satisfies Feature;
