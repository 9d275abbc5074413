import { maxTeams } from '../../../shared/limits.ts';
import type { App } from '../../http/app.ts';
import { callerOf, projectRoleOf, teamOf } from '../../auth/gate.ts';
import { fail } from '../../errors.ts';
import { sendCsv } from '../../http/csv.ts';
import { batchesOf, pageRequest } from '../../http/paging.ts';
import { expectedRevision, withRevision } from '../../http/revision.ts';
import { timestamp } from '../../lib/clock.ts';
import { Empty, Ref, Type } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { ReleasedPlacePage, ReleasesQuery } from '../tasks/releases/releases.schema.ts';
import { previewReleases } from '../tasks/releases/releases.service.ts';
import { canSeeDisabledTeams } from './teams.policy.ts';
import { findTeam, listTeams } from './teams.queries.ts';
import type { TeamRow } from './teams.queries.ts';
import {
  NewTeam,
  Team,
  TeamChange,
  TeamPage,
  TeamParams,
  TeamsParams,
  TeamsQuery,
  TeamSummaries,
} from './teams.schema.ts';
import { createTeam, presentTeam, summariesOf, switchTeam, updateTeam } from './teams.service.ts';

const teamColumns = [
  'tid',
  'name',
  'headcount',
  'member_count',
  'open_places',
  'takes_applications',
  'disabled',
  'mailing_list',
  'public_description',
  'description',
] as const;

export function teamRoutes(app: App, services: Services): void {
  const { db, clock, once } = services;

  app.get(
    '/api/projects/:pid/teams',
    {
      config: { translates: 'team', access: 'project:anyone', scope: 'project:read' },
      schema: {
        tags: ['Teams'],
        operationId: 'list_teams',
        summary: 'List the teams of a project',
        description:
          'Sorted by name. Everyone sees the public fields; people in a team see all fields of that team; ' +
          'owners see all fields of every team.',
        params: TeamsParams,
        querystring: TeamsQuery,
        response: { 200: Ref(TeamPage) },
      },
    },
    async (request) => {
      const projectRole = projectRoleOf(request);
      const { limit, after, page } = pageRequest(request.query, { sort_key: 'text', tid: 'text' });
      const disabledToo = canSeeDisabledTeams(projectRole);
      const rows = await listTeams(db.read, projectRole.scope, {
        disabledToo,
        listedCounts: !projectRole.owner,
        limit: limit + 1,
        after,
      });
      return page(rows, (row) => presentTeam(row, projectRole));
    },
  );

  app.get(
    '/api/projects/:pid/teams.csv',
    {
      config: { access: 'project:owner', scope: 'people:read' },
      schema: {
        tags: ['Teams'],
        operationId: 'export_teams',
        summary: 'Export the teams of a project as CSV',
        description: 'The columns of the list except `rights`. Includes disabled teams.',
        produces: ['text/csv'],
        params: TeamsParams,
        response: { 200: Type.String({ description: 'CSV in UTF-8 with a header line.' }) },
      },
    },
    async (request, reply) => {
      const projectRole = projectRoleOf(request);
      async function* lines() {
        const batches = batchesOf<TeamRow>((after, limit) =>
          listTeams(db.read, projectRole.scope, { disabledToo: true, listedCounts: false, limit, after }),
        );
        for await (const rows of batches) {
          for (const team of rows.map((row) => presentTeam(row, projectRole))) {
            yield teamColumns.map((column) => team[column] ?? null);
          }
        }
      }
      return sendCsv(reply, `${projectRole.scope.pid}-teams.csv`, teamColumns, lines());
    },
  );

  app.get(
    '/api/projects/:pid/team-summaries',
    {
      config: { access: 'project:owner', deputies: ['viewer', 'recruiting'] },
      schema: {
        tags: ['Teams'],
        operationId: 'list_team_summaries',
        summary: 'List who leads each team, and what waits in it',
        params: TeamsParams,
        response: { 200: Ref(TeamSummaries) },
      },
    },
    async (request) => ({
      data: await summariesOf(db.read, projectRoleOf(request).scope, timestamp(clock.now())),
    }),
  );

  app.post(
    '/api/projects/:pid/teams',
    {
      config: {
        access: 'project:owner',
        scope: 'teams:write',
        problems: ['already_exists', 'not_allowed', 'idempotency_key_reused'],
      },
      schema: {
        tags: ['Teams'],
        operationId: 'create_team',
        summary: 'Create a team',
        description: `A project has at most ${maxTeams} teams.`,
        params: TeamsParams,
        body: NewTeam,
        response: { 201: Ref(Team) },
      },
    },
    async (request, reply) => {
      const projectRole = projectRoleOf(request);
      const { body } = request;
      const row = await once(request, reply, (trx) =>
        createTeam(trx, clock.now(), callerOf(request), projectRole, body),
      );
      reply.header('location', `/api/projects/${projectRole.scope.pid}/teams/${row.tid}`);
      return withRevision(reply, row.revision, presentTeam(row, projectRole));
    },
  );

  app.get(
    '/api/projects/:pid/teams/:tid',
    {
      config: { translates: 'team', access: 'team:anyone', scope: 'project:read' },
      schema: {
        tags: ['Teams'],
        operationId: 'get_team',
        summary: 'Read a team',
        description: 'A disabled team is visible only to owners of the project.',
        params: TeamParams,
        response: { 200: Ref(Team) },
      },
    },
    async (request, reply) => {
      const row = (await findTeam(db.read, teamOf(request))) ?? fail('not_found');
      return withRevision(reply, row.revision, presentTeam(row, projectRoleOf(request)));
    },
  );

  app.patch(
    '/api/projects/:pid/teams/:tid',
    {
      config: { access: 'team:chief', scope: 'teams:write', problems: ['not_allowed', 'stale'] },
      schema: {
        tags: ['Teams'],
        operationId: 'update_team',
        summary: 'Change a team',
        description:
          'Changes the fields that are named. Chiefs change the descriptions and the mailing list, and open and close the team ' +
          'for applications; `name` and ' +
          '`headcount` are for owners. A headcount below the number of people in the team is refused.',
        params: TeamParams,
        body: TeamChange,
        response: { 200: Ref(Team) },
      },
    },
    async (request, reply) => {
      const projectRole = projectRoleOf(request);
      const { body } = request;
      const expected = expectedRevision(request);
      const row = await updateTeam(services, callerOf(request), projectRole, teamOf(request), body, expected);
      return withRevision(reply, row.revision, presentTeam(row, projectRole));
    },
  );

  app.put(
    '/api/projects/:pid/teams/:tid/disabled',
    {
      config: { access: 'team:owner', scope: 'teams:write' },
      schema: {
        tags: ['Teams'],
        operationId: 'disable_team',
        summary: 'Disable a team',
        description:
          'It disappears from the listings and nobody can join; its people and texts are kept. People without ' +
          "another team in the project, except owners, lose their places in tasks that haven't started.",
        params: TeamParams,
        response: { 204: Empty('Team disabled.') },
      },
    },
    (request) => switchTeam(services, callerOf(request), teamOf(request), 'disabled'),
  );

  app.get(
    '/api/projects/:pid/teams/:tid/released-places',
    {
      config: { access: 'team:owner' },
      schema: {
        tags: ['Teams'],
        operationId: 'list_places_lost_by_disabling',
        summary: 'List the places in tasks that people would lose if the team were disabled',
        params: TeamParams,
        querystring: ReleasesQuery,
        response: { 200: Ref(ReleasedPlacePage) },
      },
    },
    (request) => {
      const team = teamOf(request);
      return previewReleases({ read: db.read, now: clock.now(), query: request.query }, team, { tid: team.tid });
    },
  );

  app.delete(
    '/api/projects/:pid/teams/:tid/disabled',
    {
      config: { access: 'team:owner', scope: 'teams:write' },
      schema: {
        tags: ['Teams'],
        operationId: 'enable_team',
        summary: 'Enable a team again',
        description: 'If the project is public, invitations to the team that are not sent yet are sent.',
        params: TeamParams,
        response: { 204: Empty('Team enabled.') },
      },
    },
    (request) => switchTeam(services, callerOf(request), teamOf(request), 'enabled'),
  );
}
