import type { App } from '../../../http/app.ts';
import { callerOf, projectRoleOf } from '../../../auth/gate.ts';
import type { Db } from '../../../db/db.ts';
import { Ref } from '../../../lib/schema.ts';
import { dayRange } from '../../../lib/time.ts';
import { timezoneOf } from '../tasks.queries.ts';
import { viewerOf } from '../tasks.service.ts';
import { coverageOf, noShowOf } from './coverage.policy.ts';
import { countMarked, listBlocks } from './coverage.queries.ts';
import { Coverage, CoverageParams, CoverageQuery } from './coverage.schema.ts';

export function coverageRoutes(app: App, { db }: { db: Db }): void {
  app.get(
    '/api/projects/:pid/coverage',
    {
      config: { translates: 'names', access: 'project:planner', deputies: ['viewer'], scope: 'tasks:read' },
      schema: {
        tags: ['Tasks'],
        operationId: 'get_coverage',
        summary: 'Read how well a day is covered',
        description:
          'For each team, kind or location and each step of the day: how many people are needed, have joined, ' +
          'have come and will probably come.',
        params: CoverageParams,
        querystring: CoverageQuery,
        response: { 200: Ref(Coverage) },
      },
    },
    async (request) => {
      const { day, by = 'team', step = 30 } = request.query;
      const projectRole = projectRoleOf(request);
      const { scope } = projectRole;
      const viewer = viewerOf(projectRole, callerOf(request).uid);
      const timezone = await timezoneOf(db.read, scope);
      const range = dayRange(day, timezone);
      const blocks = await listBlocks(db.read, scope, by, { ...range, viewer });
      const noShow = noShowOf(await countMarked(db.read, scope, range.from));
      const groups = coverageOf(blocks, { ...range, step, noShowPercent: noShow.percent });
      return { day, timezone, by, step, no_show_percent: noShow.percent, no_show_known: noShow.known, groups };
    },
  );
}
