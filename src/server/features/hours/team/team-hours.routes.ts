import { teamOf } from '../../../auth/gate.ts';
import type { App } from '../../../http/app.ts';
import type { Services } from '../../../services.ts';
import { TeamHours, TeamHoursParams, TeamHoursQuery } from './team-hours.schema.ts';
import { teamHoursPage } from './team-hours.service.ts';

export function teamHoursRoutes(app: App, { db }: Services): void {
  app.get(
    '/api/projects/:pid/teams/:tid/hours',
    {
      config: { access: 'team:chief' },
      schema: {
        tags: ['Hours'],
        operationId: 'list_team_hours',
        summary: "List hours on a team's tasks",
        description: 'With approved work for the team, sorted by name.',
        params: TeamHoursParams,
        querystring: TeamHoursQuery,
        response: { 200: TeamHours },
      },
    },
    (request) => teamHoursPage(db.read, teamOf(request), request.query),
  );
}
