import type { TeamScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import { byName, pageRequest } from '../../../http/paging.ts';
import type { PageQuery } from '../../../http/paging.ts';
import { teamTotals } from './team-hours.policy.ts';
import { listPeopleOfTeam, listTeamAttendances, listTeamWork } from './team-hours.queries.ts';
import type { TeamHoursRow } from './team-hours.schema.ts';

/** Three queries for any number of people. */
export async function teamHoursPage(read: Reader, team: TeamScope, query: PageQuery) {
  const { limit, after, page } = pageRequest(query, byName);
  const people = await listPeopleOfTeam(read, team, limit + 1, after);
  const uids = people.slice(0, limit).map(({ uid }) => uid);
  const attended = Map.groupBy(uids.length === 0 ? [] : await listTeamAttendances(read, team, uids), ({ uid }) => uid);
  const work = Map.groupBy(uids.length === 0 ? [] : await listTeamWork(read, team, uids), ({ uid }) => uid);
  const present = ({ uid, name }: { uid: string; name: string }): TeamHoursRow => ({
    uid,
    name,
    ...teamTotals(attended.get(uid) ?? [], work.get(uid) ?? []),
  });
  return page(people, present);
}
