import { leadsTeam } from '../../auth/project-role.ts';
import type { ProjectScope, Roles } from '../../auth/project-role.ts';
import type { Reader } from '../../db/db.ts';
import type { Keyring } from '../../lib/seal.ts';
import { dayAt, dayRange } from '../../lib/time.ts';
import { availabilitiesOf } from '../availability/availability.service.ts';
import { isMarked } from '../tasks/attendance/states.policy.ts';
import type { AttendanceState } from '../tasks/attendance/states.policy.ts';
import { loadEligibility } from '../tasks/rules/eligibility.service.ts';
import { minutesOf, noRules, planForOthers } from '../tasks/rules/rules.policy.ts';
import type { Period, RuledPerson } from '../tasks/rules/rules.policy.ts';
import {
  countBegun,
  findProject,
  listHeldPlaces,
  listPlannable,
  listPlannablePeople,
  listPlanned,
} from './problem.queries.ts';
import type { PlannableRow, TaskChoice } from './problem.queries.ts';
import type { DraftPerson, DraftTask, Problem } from './solving/problem.policy.ts';

/** What somebody has asked for. Null for all teams or all days. */
export type DraftRequest = {
  tids: string[] | null;
  days: string[] | null;
  keep: boolean;
  // Drafts of earlier versions do not have the following.
  fill_all?: boolean;
  by_owner?: boolean;
  /** The teams whose people it is made with. */
  people_of?: string[] | null;
  max_hours_per_day?: number | null;
};

export const maxTasks = 3000;

export async function choiceOf(read: Reader, scope: ProjectScope, { tids, days }: DraftRequest, now: string) {
  const timezone = (await findProject(read, scope))?.timezone ?? 'UTC';
  const ranges = days === null ? null : days.map((day) => dayRange(day, timezone));
  const choice: TaskChoice = { tids, ranges, after: now };
  return { timezone, choice };
}

/**
 * Everything that a draft depends on. Chiefs plan with the people of their own teams: the availability of others is
 * none of their business.
 */
export async function loadProblem(
  read: Reader,
  keys: Keyring,
  { scope, roles, request, now }: { scope: ProjectScope; roles: Roles; request: DraftRequest; now: string },
): Promise<Problem> {
  const { timezone, choice } = await choiceOf(read, scope, request, now);
  const rows = await listPlannable(read, scope, choice, maxTasks);
  const held = await listHeldPlaces(read, scope);
  const planned = await listPlanned(read, scope);
  const chosen = new Set(request.keep ? [] : rows.map(({ id }) => id));
  const everybody = await listPlannablePeople(read, scope);
  const considered = roles.owner
    ? everybody
    : everybody.filter(({ teams }) => teams.some((tid) => leadsTeam(roles, tid)));
  const uids = considered.map(({ uid }) => uid);
  const movable = new Set(uids);
  // A mark would be lost with the place.
  const isMoving = ({ id, state }: { id: string; state: AttendanceState }) => chosen.has(id) && !isMarked(state);
  const moving = Map.groupBy(
    planned.filter((one) => isMoving(one) && movable.has(one.uid)),
    ({ id }) => id,
  );
  const dayOf = daysIn(timezone);
  const wanted = rows
    .map((row) => ({ row, ...placesToFill(row, moving.get(row.id)?.length ?? 0, request.fill_all ?? false) }))
    .filter((one) => one.wanted > 0);
  const {
    tasks: ruled,
    people: facts,
    ageDayOf,
  } = await loadEligibility(read, { keys, by: null, now, viewer: null }, wanted.length === 0 ? [] : uids, [
    ...wanted.map(({ row }) => row),
    ...held,
  ]);
  // Several planners see the draft, so nobody's tasks elsewhere are known exactly.
  const planIn = ({ plan }: RuledPerson) => planForOthers(plan, scope.pid);
  const rulesOf = (id: string) => ruled.get(id)?.rules ?? noRules;
  const tasks = wanted.map(({ row: { id, starts_at, ends_at, tid, kind_id: kind, visibility }, ...places }) => ({
    id,
    starts_at,
    ends_at,
    tid,
    kind,
    visibility,
    ...places,
    day: dayOf(starts_at),
    rules: rulesOf(id),
  }));
  const availabilities = await availabilitiesOf(read, scope, uids);
  const plannedOf = Map.groupBy(planned, ({ uid }) => uid);
  // The draft does not move them: the person decides.
  const heldOf = Map.groupBy(held, ({ uid }) => uid);
  const people = considered.flatMap(({ uid, teams }): DraftPerson[] => {
    const known = facts.get(uid);
    if (known === undefined) return [];
    const availability = availabilities.get(uid);
    const own = plannedOf.get(uid) ?? [];
    const awaited = (heldOf.get(uid) ?? []).map((task) => ({ ...task, rules: rulesOf(task.id) }));
    const staying = own.filter((one) => !isMoving(one));
    const fixed = [...staying, ...awaited];
    const stays = new Set(staying.map(({ id }) => id));
    return [
      {
        ...known,
        plan: [...planIn(known).filter(({ id }) => !chosen.has(id) || stays.has(id)), ...awaited],
        uid,
        teams,
        unavailable: availability?.unavailable ?? [],
        max_minutes: availability?.max_hours == null ? null : availability.max_hours * 60,
        planned_minutes: fixed.reduce((sum, task) => sum + minutesOf(task), 0),
        preferred_kinds: availability?.preferred_kinds ?? [],
        preferred_teams: availability?.preferred_teams ?? [],
        current: own.filter(isMoving).map(({ id }) => id),
      },
    ];
  });
  const { max_hours_per_day: hours, fill_all = false } = request;
  const begun_count = await countBegun(read, scope, choice);
  const age_day = ageDayOf(scope.pid);
  return {
    timezone,
    age_day,
    tasks,
    people,
    max_day_minutes: hours == null ? null : hours * 60,
    fill_all,
    begun_count,
  };
}

/** The day of a moment in a time zone, looked up among the days already computed, because calendars are slow. */
export function daysIn(timezone: string): (moment: string) => Period {
  const days: Period[] = [];
  return (moment) => {
    const known = days.find(({ from, to }) => from <= moment && moment < to);
    if (known !== undefined) return known;
    const day = dayRange(dayAt(new Date(moment), timezone), timezone);
    days.push(day);
    return day;
  };
}

/**
 * A task without a minimum wants all its places filled, but nobody is missing there. `moving`: how many of its people the
 * draft may move. The others keep their places, and so do those to whom a place is offered.
 */
function placesToFill(
  { attendee_count, held_count, min_people, capacity }: PlannableRow,
  moving: number,
  fillAll: boolean,
): Pick<DraftTask, 'required' | 'wanted'> {
  const taken = attendee_count - moving + held_count;
  const required = Math.max(0, min_people - taken);
  return { required, wanted: Math.max(moving, min_people > 0 && !fillAll ? required : capacity - taken, 0) };
}
