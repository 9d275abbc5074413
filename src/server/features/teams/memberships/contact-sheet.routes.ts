import type { FastifyRequest } from 'fastify';
import type { App } from '../../../http/app.ts';
import { callerOf, projectRoleOf, teamOf } from '../../../auth/gate.ts';
import type { ProjectRole } from '../../../auth/project-role.ts';
import { searchOf } from '../../../db/name-search.ts';
import { sendCsv } from '../../../http/csv.ts';
import { batchesOf, pageRequest, plainCursors, sealedCursors, totalOnFirst } from '../../../http/paging.ts';
import { Ref, Type } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { contactsFor, handlesText } from '../../contacts/contacts.service.ts';
import type { EmailHasher } from '../../members/members.service.ts';
import type { ContactDetails } from '../../private-data/contact.schema.ts';
import { countTeamPeople, listTeamPeople } from './memberships.queries.ts';
import type { TeamPersonRow } from './memberships.queries.ts';
import { MembershipsParams, MembershipsQuery, TeamPersonPage } from './memberships.schema.ts';
import type { TeamPerson } from './memberships.schema.ts';
import { canSeeAddresses, canSeeContacts, canSeeSuspended, readerOfTeam } from '../teams.policy.ts';

export function contactSheetRoutes(app: App, services: Services): void {
  const { db, hash, keys } = services;
  const wanted = (projectRole: ProjectRole, tid: string) => ({
    hiddenToo: canSeeContacts(projectRole, tid),
    suspendedToo: canSeeSuspended(projectRole, tid),
  });

  /** People outside the team see nobody's contact details, so nothing is read for them. */
  const contactsOf = async (request: FastifyRequest, rows: readonly TeamPersonRow[]) => {
    const [projectRole, { pid, tid }] = [projectRoleOf(request), teamOf(request)];
    if (!canSeeContacts(projectRole, tid)) return new Map<string, ContactDetails>();
    const readerOf = () => readerOfTeam(projectRole, tid);
    const uids = rows.map(({ uid }) => uid);
    return contactsFor(services, uids, { caller: callerOf(request).uid, pid, limited: projectRole.limited, readerOf });
  };

  const list = async (
    request: FastifyRequest,
    chiefsOnly: boolean,
    { q = '', ...pageQuery }: MembershipsQuery,
  ): Promise<TeamPersonPage> => {
    const [projectRole, team] = [projectRoleOf(request), teamOf(request)];
    // A cursor holds the uid of the last person, which only people of the team may know.
    const cursors = canSeeContacts(projectRole, team.tid) ? plainCursors : sealedCursors(keys, team);
    const order = { role: ['chief', 'member'], sort_key: 'text', uid: 'text' } as const;
    const { limit, after, page } = pageRequest({ ...pageQuery, cursor: cursors.open(pageQuery.cursor) }, order);
    const search = q.trim() === '' ? undefined : searchOf(q);
    const query = { ...wanted(projectRole, team.tid), chiefsOnly, search };
    const rows = await listTeamPeople(db.read, team, { ...query, limit: limit + 1, after });
    const contacts = await contactsOf(request, rows.slice(0, limit));
    const { data, next } = page(rows, (row) => presentPerson(row, projectRole, team.tid, hash, contacts.get(row.uid)));
    const total = await totalOnFirst(after, () => countTeamPeople(db.read, team, query));
    return { data, next: cursors.close(next), ...total };
  };

  for (const [what, who] of [
    ['chiefs', 'chiefs of a team'],
    ['members', 'members of a team, the chiefs first'],
  ] as const) {
    app.get(
      `/api/projects/:pid/teams/:tid/${what}`,
      {
        config: { access: 'team:anyone', scope: 'people:read' },
        schema: {
          tags: ['Teams'],
          operationId: `list_team_${what}`,
          summary: `List the ${who}`,
          description:
            'Everyone sees the people in the public listing. People in the team see everyone in it, with more details. Contact ' +
            'details that are shown appear in `GET /api/me/private-reads` of their person.',
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
      config: { access: 'team:people', scope: 'people:read' },
      schema: {
        tags: ['Teams'],
        operationId: 'export_members',
        summary: "Export the team's contact sheet as CSV",
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
          const contacts = await contactsOf(request, rows);
          for (const row of rows) {
            const contact = contacts.get(row.uid);
            const person = presentPerson(row, projectRole, team.tid, hash, contact);
            yield [
              ...columns.map((column) => person[column] ?? null),
              contact?.phone ?? null,
              handlesText(contact?.handles ?? []),
            ];
          }
        }
      }
      return sendCsv(reply, `${team.pid}-${team.tid}-members.csv`, [...columns, 'phone', 'handles'], lines());
    },
  );
}

const columnsFor = (projectRole: ProjectRole, tid: string): Exclude<keyof TeamPerson, 'contact'>[] => [
  'uid',
  'name',
  'role',
  'email_hash',
  'intro',
  'joined_at',
  ...(canSeeSuspended(projectRole, tid) ? (['suspended'] as const) : []),
  ...(canSeeAddresses(projectRole, tid) ? (['email'] as const) : []),
];

function presentPerson(
  row: TeamPersonRow,
  projectRole: ProjectRole,
  tid: string,
  hash: EmailHasher,
  contact: ContactDetails | undefined,
): TeamPerson {
  const { uid, name, email, intro, joined_at } = row;
  return {
    name,
    email_hash: hash(email, row.listing),
    role: row.role,
    ...(canSeeContacts(projectRole, tid) ? { uid, intro, joined_at } : {}),
    ...(canSeeSuspended(projectRole, tid) ? { suspended: row.suspended_at !== null } : {}),
    ...(canSeeAddresses(projectRole, tid) ? { email } : {}),
    ...(contact === undefined ? {} : { contact }),
  };
}
