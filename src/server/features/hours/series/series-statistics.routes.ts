import { projectRoleOf } from '../../../auth/gate.ts';
import type { App } from '../../../http/app.ts';
import { sendCsv } from '../../../http/csv.ts';
import { Ref, Type } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { SeriesFileQuery, SeriesStatistics, SeriesStatisticsParams } from './series-statistics.schema.ts';
import { readSeriesStatistics, seriesTable } from './series-statistics.service.ts';

export function seriesStatisticsRoutes(app: App, { db, clock }: Services): void {
  app.get(
    '/api/projects/:pid/series/statistics',
    {
      config: { access: 'project:viewer' },
      schema: {
        tags: ['Hours'],
        operationId: 'get_series_statistics',
        summary: 'Compare the years of an event',
        description:
          'This project and the years before it (`get_series`), also those that the caller does not own. Numbers only, no ' +
          'names of people. They agree with the lists: `people` with `list_project_people`, hours and no-shows with ' +
          '`list_hours`.',
        params: SeriesStatisticsParams,
        response: { 200: Ref(SeriesStatistics) },
      },
    },
    (request) => readSeriesStatistics(db, projectRoleOf(request).scope, clock.now()),
  );

  app.get(
    '/api/projects/:pid/series/statistics.csv',
    {
      config: { access: 'project:viewer' },
      schema: {
        tags: ['Hours'],
        operationId: 'export_series_statistics',
        summary: 'Export a table about the years of an event as CSV',
        description:
          'Made to be passed on: counts below five, and numbers of the table from which one of them would follow, are left ' +
          'out. The last column says in which lines.',
        produces: ['text/csv'],
        params: SeriesStatisticsParams,
        querystring: SeriesFileQuery,
        response: { 200: Type.String({ description: 'CSV in UTF-8 with a header line.' }) },
      },
    },
    async (request, reply) => {
      const { table = 'people', language = 'en' } = request.query;
      const found = await readSeriesStatistics(db, projectRoleOf(request).scope, clock.now());
      const { header, rows } = seriesTable(found, table, language);
      return sendCsv(reply, `${request.params.pid}-${table}-by-year.csv`, header, rows);
    },
  );
}
