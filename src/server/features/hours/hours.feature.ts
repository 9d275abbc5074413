import type { Feature } from '../../feature.ts';
import { certificateHandlers } from './certificates/batches.service.ts';
import { certificateRoutes } from './certificates/certificates.routes.ts';
import { certificateSchemas } from './certificates/certificates.schema.ts';
import { copySettings } from './certificates/certificates.service.ts';
import { seriesStatisticsRoutes } from './series/series-statistics.routes.ts';
import { seriesStatisticsSchemas } from './series/series-statistics.schema.ts';
import { statementRoutes } from './statement/statement.routes.ts';
import { statementSchemas } from './statement/statement.schema.ts';
import { statisticsRoutes } from './statistics/statistics.routes.ts';
import { statisticsSchemas } from './statistics/statistics.schema.ts';
import { teamHoursRoutes } from './team/team-hours.routes.ts';
import { teamHoursSchemas } from './team/team-hours.schema.ts';

export const hours = {
  schemas: [
    ...statementSchemas,
    ...certificateSchemas,
    ...statisticsSchemas,
    ...seriesStatisticsSchemas,
    ...teamHoursSchemas,
  ],
  routes: { api: [statementRoutes, certificateRoutes, statisticsRoutes, seriesStatisticsRoutes, teamHoursRoutes] },
  outbox: certificateHandlers,
  copies: { copy: copySettings },
} satisfies Feature;
