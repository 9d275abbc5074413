import type { App } from '../../http/app.ts';
import { callerOf, projectRoleOf } from '../../auth/gate.ts';
import { byName, pageRequest } from '../../http/paging.ts';
import { Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { CandidatePage, CandidateQuery, RosterParams } from './roster.schema.ts';
import { candidatePage } from './roster.service.ts';

export function rosterRoutes(app: App, { db }: Services): void {
  app.get(
    '/api/projects/:pid/candidates',
    {
      config: { access: 'project:planner' },
      schema: {
        tags: ['Projects'],
        operationId: 'list_candidates',
        summary: 'Find people of a project by name',
        description: 'Finds owners and people in enabled teams. For those who assign people to tasks.',
        params: RosterParams,
        querystring: CandidateQuery,
        response: { 200: Ref(CandidatePage) },
      },
    },
    (request) => {
      const { q = '' } = request.query;
      const asking = { projectRole: projectRoleOf(request), caller: callerOf(request) };
      return candidatePage(db.read, asking, q, pageRequest(request.query, byName));
    },
  );
}
