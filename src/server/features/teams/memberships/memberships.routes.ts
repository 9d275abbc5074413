import type { FastifyRequest } from 'fastify';
import type { App } from '../../../http/app.ts';
import { callerOf, projectRoleOf, teamOf } from '../../../auth/gate.ts';
import type { Once } from '../../../auth/idempotency.ts';
import type { ProjectRole } from '../../../auth/project-role.ts';
import type { Db } from '../../../db/db.ts';
import type { Clock } from '../../../lib/clock.ts';
import { sendCsv } from '../../../http/csv.ts';
import { batchesOf, pageRequest } from '../../../http/paging.ts';
import type { PageQuery } from '../../../http/paging.ts';
import { Empty, Ref, Type } from '../../../lib/schema.ts';
import { ReleasedPlacePage, ReleasesQuery } from '../../tasks/releases/releases.schema.ts';
import type { EmailHasher } from '../../members/members.service.ts';
import { listTeamPeople } from './memberships.queries.ts';
import type { TeamPersonRow } from './memberships.queries.ts';
import {
  AddedMembers,
  MembershipParams,
  MembershipsParams,
  MembershipsQuery,
  NewMembers,
  TeamPersonPage,
} from './memberships.schema.ts';
import type { TeamPerson } from './memberships.schema.ts';
import {
  addChief,
  addMember,
  addMembers,
  placesLostByLeaving,
  removeChief,
  removeMember,
} from './memberships.service.ts';
import { canSeeAddresses, canSeeContacts, canSeeSuspended } from '../teams.policy.ts';

type Services = { db: Db; clock: Clock; once: Once; hash: EmailHasher };

export function membershipRoutes(app: App, services: Services): void {
  const { clock, once } = services;
  readingRoutes(app, services);

  app.post(
    '/api/projects/:pid/teams/:tid/members',
    {
      config: {
        access: 'team:chief',
        problems: ['unknown_person', 'team_full', 'team_disabled', 'idempotency_key_reused'],
      },
      schema: {
        tags: ['Teams'],
        operationId: 'add_members',
        summary: 'Add up to 200 members at once',
        description:
          'All or nothing. When somebody cannot be added nobody is, and `errors` says for each of them why. ' +
          'Those who are in the team already stay what they are.',
        params: MembershipsParams,
        body: NewMembers,
        response: { 200: Ref(AddedMembers) },
      },
    },
    (request, reply) =>
      once(request, reply, (trx) => addMembers(trx, clock.now(), callerOf(request), teamOf(request), request.body)),
  );

  app.put(
    '/api/projects/:pid/teams/:tid/members/:uid',
    {
      config: { access: 'team:chief', problems: ['team_full', 'team_disabled'] },
      schema: {
        tags: ['Teams'],
        operationId: 'add_member',
        summary: 'Add a member to a team',
        description: 'Somebody who is in the team already stays what they are, chiefs too.',
        params: MembershipParams,
        response: { 204: Empty('The person is in the team.') },
      },
    },
    async (request, reply) => {
      await addMember(services, callerOf(request), teamOf(request), request.params.uid);
      return reply.code(204).send();
    },
  );

  app.delete(
    '/api/projects/:pid/teams/:tid/members/:uid',
    {
      config: { access: 'team:leaving', alsoArchived: true },
      schema: {
        tags: ['Teams'],
        operationId: 'remove_member',
        summary: 'Remove a member from a team, or leave it',
        description:
          'Members can remove themselves, chiefs any member, owners chiefs as well. A team that is disabled can be left, ' +
          'too. Whoever leaves their last team of the project, and is no owner, loses their places in tasks that have ' +
          'not started.',
        params: MembershipParams,
        response: { 204: Empty('The person is not in the team.') },
      },
    },
    async (request, reply) => {
      await removeMember(services, callerOf(request), teamOf(request), request.params.uid);
      return reply.code(204).send();
    },
  );

  app.get(
    '/api/projects/:pid/teams/:tid/members/:uid/released-places',
    {
      config: { access: 'team:leaving' },
      schema: {
        tags: ['Teams'],
        operationId: 'list_places_lost_by_leaving',
        summary: 'List the places in tasks that a person would lose by leaving a team',
        description: 'For those who could remove the person. Empty if the person has another team, or is an owner.',
        params: MembershipParams,
        querystring: ReleasesQuery,
        response: { 200: Ref(ReleasedPlacePage) },
      },
    },
    (request) =>
      placesLostByLeaving(services, projectRoleOf(request), teamOf(request), {
        caller: callerOf(request).uid,
        uid: request.params.uid,
        query: request.query,
      }),
  );

  app.put(
    '/api/projects/:pid/teams/:tid/chiefs/:uid',
    {
      config: { access: 'team:owner', problems: ['team_full', 'team_disabled'] },
      schema: {
        tags: ['Teams'],
        operationId: 'add_chief',
        summary: 'Make a person a chief of a team',
        description: 'Chief and member in one: a member is promoted, somebody who is new takes a place in the team.',
        params: MembershipParams,
        response: { 204: Empty('The person is a chief.') },
      },
    },
    async (request, reply) => {
      await addChief(services, callerOf(request), teamOf(request), request.params.uid);
      return reply.code(204).send();
    },
  );

  app.delete(
    '/api/projects/:pid/teams/:tid/chiefs/:uid',
    {
      config: { access: 'team:owner' },
      schema: {
        tags: ['Teams'],
        operationId: 'remove_chief',
        summary: 'Take the role of chief from a person',
        description: 'The person stays a member of the team.',
        params: MembershipParams,
        response: { 204: Empty('The person is no chief.') },
      },
    },
    async (request, reply) => {
      await removeChief(services, callerOf(request), teamOf(request), request.params.uid);
      return reply.code(204).send();
    },
  );
}

function readingRoutes(app: App, { db, hash }: Services): void {
  const wanted = (projectRole: ProjectRole, tid: string) => ({
    hiddenToo: canSeeContacts(projectRole, tid),
    suspendedToo: canSeeSuspended(projectRole, tid),
  });

  const list = async (request: FastifyRequest, chiefsOnly: boolean, pageQuery: PageQuery): Promise<TeamPersonPage> => {
    const [projectRole, team] = [projectRoleOf(request), teamOf(request)];
    const { limit, after, page } = pageRequest(pageQuery, { role: ['chief', 'member'], sort_key: 'text', uid: 'text' });
    const query = { ...wanted(projectRole, team.tid), chiefsOnly, limit: limit + 1, after };
    const rows = await listTeamPeople(db.read, team, query);
    return page(rows, (row) => presentPerson(row, projectRole, team.tid, hash));
  };

  for (const [what, who] of [
    ['chiefs', 'chiefs of a team'],
    ['members', 'members of a team, the chiefs first'],
  ] as const) {
    app.get(
      `/api/projects/:pid/teams/:tid/${what}`,
      {
        config: { access: 'team:anyone' },
        schema: {
          tags: ['Teams'],
          operationId: `list_team_${what}`,
          summary: `List the ${who}`,
          description:
            'Everyone sees those who are listed; the people of the team see everyone in it, and more of them.',
          params: MembershipsParams,
          querystring: MembershipsQuery,
          response: { 200: Ref(TeamPersonPage) },
        },
      },
      (request) => list(request, what === 'chiefs', request.query),
    );
  }

  app.get(
    '/api/projects/:pid/teams/:tid/members.csv',
    {
      config: { access: 'team:people' },
      schema: {
        tags: ['Teams'],
        operationId: 'export_members',
        summary: "The team's contact sheet as CSV",
        description: 'The columns of the list as the caller sees them.',
        produces: ['text/csv'],
        params: MembershipsParams,
        response: { 200: Type.String({ description: 'One line for each person.' }) },
      },
    },
    async (request, reply) => {
      const [projectRole, team] = [projectRoleOf(request), teamOf(request)];
      const columns = columnsFor(projectRole, team.tid);
      async function* lines() {
        const selection = { ...wanted(projectRole, team.tid), chiefsOnly: false };
        const batches = batchesOf<TeamPersonRow>((after, limit) =>
          listTeamPeople(db.read, team, { ...selection, limit, after }),
        );
        for await (const rows of batches) {
          for (const row of rows) {
            const person = presentPerson(row, projectRole, team.tid, hash);
            yield columns.map((column) => person[column] ?? null);
          }
        }
      }
      return sendCsv(reply, `${team.pid}-${team.tid}-members.csv`, columns, lines());
    },
  );
}

const columnsFor = (projectRole: ProjectRole, tid: string): (keyof TeamPerson)[] => [
  'uid',
  'name',
  'role',
  'email_hash',
  'intro',
  'joined_at',
  ...(canSeeSuspended(projectRole, tid) ? (['suspended'] as const) : []),
  ...(canSeeAddresses(projectRole) ? (['email'] as const) : []),
];

function presentPerson(row: TeamPersonRow, projectRole: ProjectRole, tid: string, hash: EmailHasher): TeamPerson {
  const { uid, name, email, intro, joined_at } = row;
  return {
    name,
    email_hash: hash(email, row.listing),
    role: row.role,
    ...(canSeeContacts(projectRole, tid) ? { uid, intro, joined_at } : {}),
    ...(canSeeSuspended(projectRole, tid) ? { suspended: row.suspended_at !== null } : {}),
    ...(canSeeAddresses(projectRole) ? { email } : {}),
  };
}
