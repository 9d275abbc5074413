import type { FastifyRequest } from 'fastify';
import { actorOf, callerOf, projectRoleOf } from '../../auth/gate.ts';
import type { App } from '../../http/app.ts';
import { pageRequest, totalOnFirst } from '../../http/paging.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { addServer, changeServer, presentServer, removeServer, syncNow } from './group-servers.service.ts';
import {
  countDifferences,
  countSynced,
  findGroup,
  listDifferences,
  listGroupServers,
  listOwnConsents,
  listSyncedGroups,
} from './group-sync.queries.ts';
import {
  GroupConsentPage,
  GroupConsentsQuery,
  GroupDifferencePage,
  GroupServer,
  GroupServerChanges,
  GroupServerPage,
  GroupServerParams,
  MyGroups,
  MyGroupsChoice,
  NewGroupServer,
  NewSyncedGroup,
  SyncedGroup,
  SyncedGroupChanges,
  SyncedGroupPage,
  SyncedGroupParams,
  SyncParams,
  SyncQuery,
} from './group-sync.schema.ts';
import { chooseMyGroups, readMyGroups } from './my-groups.service.ts';
import { addGroup, changeGroup, noSuchGroup, presentGroup, removeGroup } from './synced-groups.service.ts';

const tags = ['Group sync'];

export function groupSyncRoutes(app: App, services: Services): void {
  const { db, clock, once } = services;
  const changeOf = (request: FastifyRequest<{ Params: { id: string } }>) => ({
    ...actorOf(request, clock),
    id: request.params.id,
  });

  app.get(
    '/api/projects/:pid/group-servers',
    {
      config: { access: 'project:owner' },
      schema: {
        tags,
        operationId: 'list_group_servers',
        summary: 'List the servers whose lists and channels follow teams',
        description: 'At most 5. Their passwords and tokens are never shown.',
        params: SyncParams,
        querystring: SyncQuery,
        response: { 200: Ref(GroupServerPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { id: 'text' });
      return page(await listGroupServers(db.read, projectRoleOf(request).scope, limit + 1, after?.id), presentServer);
    },
  );

  app.post(
    '/api/projects/:pid/group-servers',
    {
      config: {
        access: 'project:owner',
        stepUp: true,
        problems: ['not_allowed', 'url_refused', 'idempotency_key_reused'],
      },
      schema: {
        tags,
        operationId: 'add_group_server',
        summary: 'Add a Mailman or Mattermost server',
        description:
          'Nothing is sent there before it has groups. Works for as long as the person who added or last changed it is an ' +
          'owner of the project.',
        params: SyncParams,
        body: NewGroupServer,
        response: { 201: Ref(GroupServer) },
      },
    },
    (request, reply) =>
      once(request, reply, (trx, { roles }) => addServer(trx, services, actorOf(request, clock), roles, request.body)),
  );

  app.patch(
    '/api/projects/:pid/group-servers/:id',
    {
      config: { access: 'project:owner', stepUp: true, problems: ['url_refused'] },
      schema: {
        tags,
        operationId: 'change_group_server',
        summary: 'Change, pause or resume a server',
        description: 'To change the address, send the password or token as well.',
        params: GroupServerParams,
        body: GroupServerChanges,
        response: { 200: Ref(GroupServer) },
      },
    },
    async (request) => changeServer(services, changeOf(request), request.body),
  );

  app.delete(
    '/api/projects/:pid/group-servers/:id',
    {
      config: { access: 'project:owner', alsoArchived: true },
      schema: {
        tags,
        operationId: 'remove_group_server',
        summary: 'Remove a server',
        description: 'Its groups are no longer synced. Nobody is removed there.',
        params: GroupServerParams,
        response: { 204: Empty('Server removed, and its password or token deleted.') },
      },
    },
    (request) => removeServer(services, changeOf(request)),
  );

  app.post(
    '/api/projects/:pid/group-servers/:id/sync',
    {
      config: { access: 'project:owner', problems: ['not_allowed'] },
      schema: {
        tags,
        operationId: 'sync_group_server',
        summary: 'Compare all groups of a server now',
        description: 'In the background; `tried_at` and `outcome` say when and how it ended.',
        params: GroupServerParams,
        response: { 204: Empty('Begun.') },
      },
    },
    (request) => syncNow(services, changeOf(request)),
  );

  app.get(
    '/api/projects/:pid/synced-groups',
    {
      config: { access: 'project:owner' },
      schema: {
        tags,
        operationId: 'list_synced_groups',
        summary: 'List the mailing lists and channels that follow groups of the project',
        params: SyncParams,
        querystring: SyncQuery,
        response: { 200: Ref(SyncedGroupPage) },
      },
    },
    async (request) => {
      const { scope } = projectRoleOf(request);
      const { limit, after, page } = pageRequest(request.query, { id: 'text' });
      const rows = await listSyncedGroups(db.read, scope, limit + 1, after?.id);
      return { ...page(rows, presentGroup), ...(await totalOnFirst(after, () => countSynced(db.read, scope))) };
    },
  );

  app.post(
    '/api/projects/:pid/synced-groups',
    {
      config: {
        access: 'project:owner',
        stepUp: true,
        problems: ['not_allowed', 'team_disabled', 'idempotency_key_reused'],
      },
      schema: {
        tags,
        operationId: 'add_synced_group',
        summary: 'Let a mailing list or channel follow a group',
        description:
          'Begins with a dry run, whose differences are in the log. Only people who agreed are added. Those who leave the ' +
          'group or withdraw are removed; nobody else on the list is touched.',
        params: SyncParams,
        body: NewSyncedGroup,
        response: { 201: Ref(SyncedGroup) },
      },
    },
    (request, reply) => once(request, reply, (trx) => addGroup(trx, services, actorOf(request, clock), request.body)),
  );

  app.patch(
    '/api/projects/:pid/synced-groups/:id',
    {
      config: { access: 'project:owner', stepUp: true, problems: ['not_allowed'] },
      schema: {
        tags,
        operationId: 'change_synced_group',
        summary: 'Make the changes of a dry run, or go back to it',
        description: 'After a dry run, people who had left the list themselves are added again.',
        params: SyncedGroupParams,
        body: SyncedGroupChanges,
        response: { 200: Ref(SyncedGroup) },
      },
    },
    async (request) => changeGroup(services, changeOf(request), request.body),
  );

  app.delete(
    '/api/projects/:pid/synced-groups/:id',
    {
      config: { access: 'project:owner', alsoArchived: true },
      schema: {
        tags,
        operationId: 'remove_synced_group',
        summary: 'End the sync of a mailing list or channel',
        description: 'Nobody is removed there. The log is deleted.',
        params: SyncedGroupParams,
        response: { 204: Empty('Removed.') },
      },
    },
    (request) => removeGroup(services, changeOf(request)),
  );

  app.get(
    '/api/projects/:pid/synced-groups/:id/differences',
    {
      config: { access: 'project:owner' },
      schema: {
        tags,
        operationId: 'list_group_differences',
        summary: 'Read the log of a synced group',
        description: 'Newest first, of the last 90 days. What a dry run found is replaced by the next one.',
        params: SyncedGroupParams,
        querystring: SyncQuery,
        response: { 200: Ref(GroupDifferencePage) },
      },
    },
    async (request) => {
      const { id } = request.params;
      const { limit, after, page } = pageRequest(request.query, { id: 'text' });
      if ((await findGroup(db.read, projectRoleOf(request).scope, id)) === undefined) noSuchGroup();
      const rows = await listDifferences(db.read, id, limit + 1, after?.id);
      return { ...page(rows), ...(await totalOnFirst(after, () => countDifferences(db.read, id))) };
    },
  );

  app.get(
    '/api/me/group-consents',
    {
      config: { translates: 'names', access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'list_own_group_consents',
        summary: 'List the projects whose lists and channels the caller agreed to be added to',
        description:
          'The name and the address of the caller are passed on as long as they belong to a team that a list or channel follows, or ' +
          'until they withdraw the consent with `choose_my_groups`.',
        querystring: GroupConsentsQuery,
        response: { 200: Ref(GroupConsentPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { pid: 'text' });
      return page(await listOwnConsents(db.read, callerOf(request).uid, after?.pid, limit + 1));
    },
  );

  app.get(
    '/api/projects/:pid/my-groups',
    {
      config: { translates: 'names', access: 'project:signed_in' },
      schema: {
        tags,
        operationId: 'get_my_groups',
        summary: 'Read which lists and channels follow groups of the caller',
        params: SyncParams,
        response: { 200: Ref(MyGroups) },
      },
    },
    (request) => readMyGroups(db.read, projectRoleOf(request), callerOf(request).uid),
  );

  app.put(
    '/api/projects/:pid/my-groups',
    {
      config: {
        access: 'project:signed_in',
        alsoArchived: true,
        problems: ['browser_only', 'sign_in_again', 'forbidden', 'project_archived'],
      },
      schema: {
        tags,
        operationId: 'choose_my_groups',
        summary: 'Agree to be added to lists and channels, or withdraw',
        description:
          'For all lists and channels of the project. Needs a recent sign-in in a browser, except to withdraw. Who withdraws ' +
          'is removed where Muster had added them.',
        params: SyncParams,
        body: MyGroupsChoice,
        response: { 204: Empty('Saved.') },
      },
    },
    (request) => chooseMyGroups(db, actorOf(request, clock), request.body.agrees),
  );
}
