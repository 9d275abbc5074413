import type { FastifyRequest } from 'fastify';
import { projectRoleOf } from '../../../auth/gate.ts';
import { fail } from '../../../errors.ts';
import type { App } from '../../../http/app.ts';
import { byName, pageRequest } from '../../../http/paging.ts';
import type { PageQuery } from '../../../http/paging.ts';
import { Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { maySeeGroup, selectionOf } from './groups.policy.ts';
import { listGroupPeople } from './groups.queries.ts';
import { GroupPage, GroupParams, GroupPersonPage, GroupsParams, GroupsQuery } from './groups.schema.ts';
import { groupPage } from './groups.service.ts';

type GroupRequest = FastifyRequest<{ Params: { group: string }; Querystring: PageQuery }>;

export function groupRoutes(app: App, { db }: Services): void {
  const people = async (request: GroupRequest, agreed = false) => {
    const { limit, after, page } = pageRequest(request.query, byName);
    const [projectRole, selection] = [projectRoleOf(request), selectionOf(request.params.group)];
    if (!maySeeGroup(projectRole, selection))
      fail('forbidden', { detail: 'Chiefs can only see the groups of the teams they lead' });
    const rows = await listGroupPeople(db.read, projectRole.scope, selection, { limit: limit + 1, after, agreed });
    return page(rows, ({ uid, name, email }) => ({ uid, name, email }));
  };

  app.get(
    '/api/projects/:pid/groups',
    {
      config: { translates: 'names', access: 'project:planner', scope: 'people:read' },
      schema: {
        tags: ['Projects'],
        operationId: 'list_groups',
        summary: 'List the groups for mailing lists and channels',
        description:
          'Owners and service accounts: the whole staff, all chiefs, each team, and the chiefs of each team. ' +
          'Chiefs: the two groups of each team they lead. Follow `GET /api/changes` to learn when a group ' +
          'changes: `member.added`, `member.removed`, `chief.added`, `chief.removed`, `owner.added`, ' +
          '`owner.removed`, `team.created`, `team.changed` (name and mailing list), `team.disabled`, ' +
          '`team.enabled`, and, not visible to chiefs, `person.changed` (name and address), ' +
          '`person.suspended`, `person.reinstated`, `person.erased`.',
        params: GroupsParams,
        querystring: GroupsQuery,
        response: { 200: Ref(GroupPage) },
      },
    },
    (request) => groupPage(db.read, projectRoleOf(request), request.query),
  );

  app.get(
    '/api/projects/:pid/groups/:group',
    {
      config: { access: 'project:planner', scope: 'people:read' },
      schema: {
        tags: ['Projects'],
        operationId: 'list_group_people',
        summary: 'List the people of a group with their addresses',
        description: 'By name, without suspended people. People in several teams are listed once.',
        params: GroupParams,
        querystring: GroupsQuery,
        response: { 200: Ref(GroupPersonPage) },
      },
    },
    (request) => people(request),
  );

  app.get(
    '/api/projects/:pid/groups/:group/contacts',
    {
      config: { access: 'project:planner', scope: 'contacts:read' },
      schema: {
        tags: ['Projects'],
        operationId: 'list_group_contacts',
        summary: 'List the people of a group who agreed to be added to mailing lists and channels',
        description: 'For programs that sync lists which Muster does not know. By name, without suspended people.',
        params: GroupParams,
        querystring: GroupsQuery,
        response: { 200: Ref(GroupPersonPage) },
      },
    },
    (request) => people(request, true),
  );
}
