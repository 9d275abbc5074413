import { callerOf, projectRoleOf } from '../../../auth/gate.ts';
import type { App } from '../../../http/app.ts';
import { Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { ReturningPage, ReturningParams, ReturningQuery } from './returning.schema.ts';
import { returningPage } from './returning.service.ts';

export function returningRoutes(app: App, services: Services): void {
  app.get(
    '/api/projects/:pid/returning-people',
    {
      config: { access: 'project:planner' },
      schema: {
        tags: ['Teams'],
        operationId: 'list_returning_people',
        summary: 'List people of an earlier project who could be invited again',
        description:
          'People of the teams of `from` that this project has as well, by team and name, without the caller and ' +
          'those who do not want to be asked again. People of several teams are listed once, with one that they led or the ' +
          'first by name. Owners of the earlier project see everyone, its chiefs the people of the teams that they led; 403 for others. Chiefs of ' +
          'this project see the people of the teams that they lead.',
        params: ReturningParams,
        querystring: ReturningQuery,
        response: { 200: Ref(ReturningPage) },
      },
    },
    (request) => returningPage(services, projectRoleOf(request), callerOf(request), request.query),
  );
}
