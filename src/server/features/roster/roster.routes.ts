import type { App } from '../../http/app.ts';
import { projectRoleOf } from '../../auth/gate.ts';
import type { Db } from '../../db/db.ts';
import { sendCsv } from '../../http/csv.ts';
import { pageRequest } from '../../http/paging.ts';
import { Ref, Type } from '../../lib/schema.ts';
import { CandidatePage, CandidateQuery, RosterPage, RosterParams, RosterQuery } from './roster.schema.ts';
import { byName, candidatePage, rosterColumns, rosterLines, rosterPage } from './roster.service.ts';

export function rosterRoutes(app: App, { db }: { db: Db }): void {
  app.get(
    '/api/projects/:pid/people',
    {
      config: { access: 'project:owner' },
      schema: {
        tags: ['Projects'],
        operationId: 'list_project_people',
        summary: 'List everyone in a project',
        description: 'The owners, and the people of its enabled teams, each once, with their addresses and roles.',
        params: RosterParams,
        querystring: RosterQuery,
        response: { 200: Ref(RosterPage) },
      },
    },
    (request) => rosterPage(db.read, projectRoleOf(request).scope, pageRequest(request.query, byName)),
  );

  app.get(
    '/api/projects/:pid/candidates',
    {
      config: { access: 'project:planner' },
      schema: {
        tags: ['Projects'],
        operationId: 'list_candidates',
        summary: 'Find people of a project by name',
        description: 'The owners, and the people of its enabled teams, for those who put people on tasks.',
        params: RosterParams,
        querystring: CandidateQuery,
        response: { 200: Ref(CandidatePage) },
      },
    },
    (request) => {
      const { q = '' } = request.query;
      return candidatePage(db.read, projectRoleOf(request).scope, q, pageRequest(request.query, byName));
    },
  );

  app.get(
    '/api/projects/:pid/people.csv',
    {
      config: { access: 'project:owner' },
      schema: {
        tags: ['Projects'],
        operationId: 'export_project_people',
        summary: 'Everyone in a project as CSV',
        description: 'The columns of the list; each team as `tid:role`, separated by blanks.',
        produces: ['text/csv'],
        params: RosterParams,
        response: { 200: Type.String({ description: 'CSV in UTF-8 with a header line.' }) },
      },
    },
    async (request, reply) => {
      const { scope } = projectRoleOf(request);
      return sendCsv(reply, `${scope.pid}-people.csv`, rosterColumns, rosterLines(db.read, scope));
    },
  );
}
