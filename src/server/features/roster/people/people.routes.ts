import type { FastifyRequest } from 'fastify';
import type { App } from '../../../http/app.ts';
import { callerOf, projectRoleOf } from '../../../auth/gate.ts';
import { sendCsv } from '../../../http/csv.ts';
import { Ref, Type } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import {
  PeopleCsvQuery,
  PeopleParams,
  PeopleQuery,
  ProjectPerson,
  ProjectPersonParams,
  RosterPage,
} from './people.schema.ts';
import { peopleColumns, peopleLines, peoplePage, personOf } from './people.service.ts';

const recorded =
  'When contact details are shown, the person sees it in `GET /api/me/private-reads`, once per reader and day.';

/** The file has too much for one page, so it is for those who lead. */
const people = ['recruiting', 'safety', 'viewer'] as const;

export function peopleRoutes(app: App, services: Services): void {
  const asking = (request: FastifyRequest) => ({
    projectRole: projectRoleOf(request),
    caller: callerOf(request).uid,
  });

  app.get(
    '/api/projects/:pid/people',
    {
      config: { translates: 'names', access: 'project:planner', deputies: people, scope: 'people:read' },
      schema: {
        tags: ['Projects'],
        operationId: 'list_project_people',
        summary: 'List the people of a project',
        description:
          'Owners see everyone: the owners, and the people in enabled teams, each once. Chiefs see the people in the ' +
          `teams they lead, and deputies everyone. \`email\` is empty for deputies who see no addresses. All filters must match. ${recorded}`,
        params: PeopleParams,
        querystring: PeopleQuery,
        response: { 200: Ref(RosterPage) },
      },
    },
    (request) => peoplePage(services, asking(request), request.query),
  );

  app.get(
    '/api/projects/:pid/people.csv',
    {
      config: { access: 'project:planner', scope: 'people:read' },
      schema: {
        tags: ['Projects'],
        operationId: 'export_project_people',
        summary: 'Export the people of a project as CSV',
        description: `The same people and filters as the list. ${recorded}`,
        produces: ['text/csv'],
        params: PeopleParams,
        querystring: PeopleCsvQuery,
        response: { 200: Type.String({ description: 'CSV in UTF-8 with a header line.' }) },
      },
    },
    async (request, reply) => {
      const { language = 'en', ...filters } = request.query;
      const { pid } = projectRoleOf(request).scope;
      const lines = peopleLines(services, asking(request), filters, language);
      // Reads the first rows now, so that a filter that is refused becomes an error and not a broken file.
      const first = await lines.next();
      async function* all() {
        if (first.done === true) return;
        yield first.value;
        yield* lines;
      }
      return sendCsv(reply, `${pid}-people.csv`, peopleColumns(language), all());
    },
  );

  app.get(
    '/api/projects/:pid/people/:uid',
    {
      config: { translates: 'names', access: 'project:planner', deputies: people, scope: 'people:read' },
      schema: {
        tags: ['Projects'],
        operationId: 'get_project_person',
        summary: "Read a person's details in a project",
        description: `For owners, and for chiefs about people in the teams they lead. ${recorded}`,
        params: ProjectPersonParams,
        response: { 200: Ref(ProjectPerson) },
      },
    },
    (request) => personOf(services, asking(request), request.params.uid),
  );
}
