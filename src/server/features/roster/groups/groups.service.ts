import { teamsLedBy } from '../../../auth/project-role.ts';
import type { ProjectRole } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import { pageRequest } from '../../../http/paging.ts';
import type { PageQuery } from '../../../http/paging.ts';
import { countPeople, listTeamCounts } from './groups.queries.ts';
import type { Group } from './groups.schema.ts';

/** The key of a group in the list. Those of the whole project have no team and come first. */
type Keyed = { tid: string; part: 'all' | 'chiefs'; group: Group };

/** The groups of the whole project, then two for each team. At most three queries. */
export async function groupPage(read: Reader, projectRole: ProjectRole, query: PageQuery) {
  const { limit, after, page } = pageRequest(query, { tid: 'text', part: ['all', 'chiefs'] });
  // The cursor may be between the two groups of a team.
  // Addresses of all groups are for owners only, so the teams of the list of people do not count.
  const tids = projectRole.owner ? undefined : teamsLedBy(projectRole);
  const range = { limit: limit + 1, from: after?.tid ?? '' };
  const teams = await listTeamCounts(read, projectRole.scope, tids, range);
  const whole =
    projectRole.owner && (after === undefined || after.tid === '') ? await ofProject(read, projectRole) : [];
  const rows = [...whole, ...teams.flatMap(ofTeam)].filter(
    ({ tid, part }) => after === undefined || tid > after.tid || (tid === after.tid && part > after.part),
  );
  return page(rows, ({ group }) => group);
}

async function ofProject(read: Reader, { scope }: ProjectRole): Promise<Keyed[]> {
  const [staff, chiefs] = await Promise.all(
    [false, true].map((chiefsOnly) => countPeople(read, scope, { tid: undefined, chiefsOnly })),
  );
  const common = { tid: null, team: null, mailing_list: null };
  return [
    { tid: '', part: 'all', group: { group: 'staff', kind: 'staff', ...common, count: staff ?? 0 } },
    { tid: '', part: 'chiefs', group: { group: 'chiefs', kind: 'chiefs', ...common, count: chiefs ?? 0 } },
  ];
}

type TeamCounts = Awaited<ReturnType<typeof listTeamCounts>>[number];

function ofTeam({ tid, name: team, mailing_list: list, members, chiefs }: TeamCounts): Keyed[] {
  const all: Group = {
    group: `team:${tid}`,
    kind: 'team',
    tid,
    team,
    mailing_list: list || null,
    count: Number(members),
  };
  const leading: Group = { ...all, group: `chiefs:${tid}`, kind: 'team_chiefs', mailing_list: null };
  return [
    { tid, part: 'all', group: all },
    { tid, part: 'chiefs', group: { ...leading, count: Number(chiefs) } },
  ];
}
