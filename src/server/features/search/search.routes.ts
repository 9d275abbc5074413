import { deputyRoles } from '../../../shared/deputies.ts';
import type { App } from '../../http/app.ts';
import { actorOf } from '../../auth/gate.ts';
import { Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { SearchParams, SearchQuery, SearchResults } from './search.schema.ts';
import { searchProject } from './search.service.ts';

export function searchRoutes(app: App, { db, clock }: Services): void {
  app.get(
    '/api/projects/:pid/search',
    {
      config: { translates: 'names', access: 'project:people', deputies: deputyRoles },
      schema: {
        tags: ['Projects'],
        operationId: 'search_project',
        summary: 'Find people, teams, tasks and forms by name',
        description:
          'Finds what the caller may see: owners everyone in the project, chiefs the people in the teams they lead, ' +
          'members no people; tasks and forms as in their lists, upcoming tasks first. People are found by the start ' +
          'of any word of their name, everything else by any part of its name.',
        params: SearchParams,
        querystring: SearchQuery,
        response: { 200: Ref(SearchResults) },
      },
    },
    (request) => {
      const { q, limit = 5 } = request.query;
      return searchProject(db.read, actorOf(request, clock), { q, limit });
    },
  );
}
