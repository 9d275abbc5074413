import { callerOf, projectRoleOf } from '../../../auth/gate.ts';
import type { App } from '../../../http/app.ts';
import { sendCsv } from '../../../http/csv.ts';
import { Ref, Type } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { HoursStatistics, StatisticsFileQuery, StatisticsParams } from './statistics.schema.ts';
import { readStatistics, statisticsTable } from './statistics.service.ts';

export function statisticsRoutes(app: App, { db }: Services): void {
  app.get(
    '/api/projects/:pid/statistics',
    {
      config: { access: 'project:owner', deputies: ['viewer'] },
      schema: {
        tags: ['Hours'],
        operationId: 'get_statistics',
        summary: 'Compare hours, no-shows and people by year',
        description: "For this project and the caller's other projects. Numbers only, no names.",
        params: StatisticsParams,
        response: { 200: Ref(HoursStatistics) },
      },
    },
    (request) => readStatistics(db.read, projectRoleOf(request).scope, callerOf(request).uid),
  );

  app.get(
    '/api/projects/:pid/statistics.csv',
    {
      config: { access: 'project:owner', deputies: ['viewer'] },
      schema: {
        tags: ['Hours'],
        operationId: 'export_statistics',
        summary: 'Export hours, no-shows and people by year as CSV',
        produces: ['text/csv'],
        params: StatisticsParams,
        querystring: StatisticsFileQuery,
        response: { 200: Type.String({ description: 'CSV in UTF-8 with a header line.' }) },
      },
    },
    async (request, reply) => {
      const found = await readStatistics(db.read, projectRoleOf(request).scope, callerOf(request).uid);
      const { header, rows } = statisticsTable(found, request.query.language ?? 'en');
      return sendCsv(reply, `${request.params.pid}-statistics.csv`, header, rows);
    },
  );
}
