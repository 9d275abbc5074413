import type { TeamScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import { batchesOf, byName, pageRequest } from '../../../http/paging.ts';
import type { PageQuery } from '../../../http/paging.ts';
import { countedMinutes, minutesOfWork } from '../../tasks/attendance/states.policy.ts';
import type { Marks } from '../../tasks/attendance/states.policy.ts';
import { isNotCheckedIn } from '../statement/statement.policy.ts';
import { listPeopleOfTeam, listTeamAttendances, listTeamWork } from './team-hours.queries.ts';
import type { TeamHoursPage, TeamHoursRow } from './team-hours.schema.ts';

/** Three queries for any number of people. For the totals on the first page, three more for every 200 people beyond it. */
export async function teamHoursPage(read: Reader, team: TeamScope, query: PageQuery): Promise<TeamHoursPage> {
  const { limit, after, page } = pageRequest(query, byName);
  const people = await listPeopleOfTeam(read, team, limit + 1, after);
  const shown = page(people, await presenter(read, team, people.slice(0, limit)));
  if (after !== undefined) return shown;
  const rows = shown.next === null ? shown.data : await everybody(read, team);
  return {
    ...shown,
    total: rows.length,
    totals: {
      planned: rows.reduce((sum, row) => sum + row.planned, 0),
      minutes: rows.reduce((sum, row) => sum + row.minutes, 0),
    },
  };
}

type Person = { uid: string; name: string };

async function everybody(read: Reader, team: TeamScope): Promise<TeamHoursRow[]> {
  type Row = Awaited<ReturnType<typeof listPeopleOfTeam>>[number];
  const rows: TeamHoursRow[] = [];
  for await (const people of batchesOf<Row>((after, limit) => listPeopleOfTeam(read, team, limit, after)))
    rows.push(...people.map(await presenter(read, team, people)));
  return rows;
}

async function presenter(read: Reader, team: TeamScope, people: readonly Person[]) {
  const uids = people.map(({ uid }) => uid);
  const attended = Map.groupBy(uids.length === 0 ? [] : await listTeamAttendances(read, team, uids), ({ uid }) => uid);
  const work = Map.groupBy(uids.length === 0 ? [] : await listTeamWork(read, team, uids), ({ uid }) => uid);
  return ({ uid, name }: Person): TeamHoursRow => ({
    uid,
    name,
    ...teamTotals(attended.get(uid) ?? [], work.get(uid) ?? []),
  });
}

type Times = { starts_at: string; ends_at: string };
type Attended = Times & Marks & { presumed_at: string | null; weight_percent: number | null };

const sum = (minutes: readonly number[]): number => minutes.reduce((total, one) => total + one, 0);

/** Planned by the same rule as what counts, so that the two can be compared. Work without a task is only known afterwards. */
const plannedMinutes = (task: Attended): number =>
  countedMinutes({ state: 'done', arrived_at: null, left_at: null }, task, task.weight_percent ?? 100);

/** The totals of one person in one team. */
function teamTotals(attended: readonly Attended[], work: readonly Times[]) {
  const others = sum(work.map(minutesOfWork));
  return {
    planned: sum(attended.map(plannedMinutes)),
    minutes: sum(attended.map((task) => countedMinutes(task, task, task.weight_percent ?? 100))) + others,
    not_checked_in: attended.filter(({ presumed_at, state, arrived_at }) =>
      isNotCheckedIn({ presumed: presumed_at !== null && state !== 'no_show', arrived_at }),
    ).length,
    no_shows: attended.filter(({ state }) => state === 'no_show').length,
  };
}
