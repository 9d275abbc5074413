import type { Feature } from '../../feature.ts';
import { certificateHandlers } from './certificates/batches.service.ts';
import { certificateRoutes } from './certificates/certificates.routes.ts';
import { certificateSchemas } from './certificates/certificates.schema.ts';
import { copySettings } from './certificates/certificates.service.ts';
import { statementRoutes } from './statement/statement.routes.ts';
import { statementSchemas } from './statement/statement.schema.ts';
import { statisticsRoutes } from './statistics/statistics.routes.ts';
import { statisticsSchemas } from './statistics/statistics.schema.ts';
import { teamHoursRoutes } from './team/team-hours.routes.ts';
import { teamHoursSchemas } from './team/team-hours.schema.ts';

export const hours = {
  schemas: [...statementSchemas, ...certificateSchemas, ...statisticsSchemas, ...teamHoursSchemas],
  routes: { api: [statementRoutes, certificateRoutes, statisticsRoutes, teamHoursRoutes] },
  outbox: certificateHandlers,
  copies: { copy: copySettings },
} satisfies Feature;
