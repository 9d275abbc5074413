import type { Actor, ProjectRole } from '../../auth/project-role.ts';
import { inProject } from '../../auth/project-role.ts';
import type { Reader } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import { timestamp } from '../../lib/clock.ts';
import { batchesOf } from '../../http/paging.ts';
import { dayRange } from '../../lib/time.ts';
import { isMarked } from './attendance/states.policy.ts';
import { canJoin, isTooLateToLeave } from './rules/joining.policy.ts';
import { overlap } from './rules/rules.policy.ts';
import { canPlanFor, canSeeAttendees, canSeeTask, hasEnded } from './tasks.policy.ts';
import type { Visible } from './tasks.policy.ts';
import { findTask, listOwnTimes, selectTasks, timezoneOf } from './tasks.queries.ts';
import type { TaskRow, TaskSelection, Viewer } from './tasks.queries.ts';
import type { Task, TaskFilters } from './tasks.schema.ts';
import { listOwnInvolvements } from './involvements.queries.ts';
import type { OwnInvolvements } from './involvements.queries.ts';

export const noSuchTask = (): never => fail('not_found', { detail: 'There is no such task in this project' });

/** Strangers learn nothing, not even whether there is such a task. */
export function requireVisible<T extends Visible>(projectRole: ProjectRole, task: T | undefined, joined: boolean): T {
  if (task !== undefined && canSeeTask(projectRole, task, joined)) return task;
  return inProject(projectRole) ? noSuchTask() : fail('forbidden');
}

export async function readTask(read: Reader, actor: Actor, id: string): Promise<{ row: TaskRow; task: Task }> {
  const row = await findTask(read, actor.projectRole.scope, id);
  const [task] = row === undefined ? [] : await presentTasks(read, actor, [row]);
  return { row: requireVisible(actor.projectRole, row, task?.joined ?? false), task: task ?? noSuchTask() };
}

/** Adds conflicts and rights of the caller, with two queries. */
export async function presentTasks(read: Reader, actor: Actor, rows: readonly TaskRow[]): Promise<Task[]> {
  const from = rows.map((row) => row.starts_at).reduce((a, b) => (a < b ? a : b), '9999');
  const to = rows.map((row) => row.ends_at).reduce((a, b) => (a > b ? a : b), '');
  const own = rows.length === 0 ? [] : await listOwnTimes(read, actor.uid, from, to);
  const involvements =
    rows.length === 0
      ? []
      : await listOwnInvolvements(
          read,
          rows.map(({ id }) => id),
          actor.uid,
        );
  const involvementsOf = new Map(involvements.map((one) => [one.id, one]));
  return rows.map((row) => presentTask(actor, row, own, involvementsOf.get(row.id)));
}

type OwnTime = Awaited<ReturnType<typeof listOwnTimes>>[number];

function presentTask(
  actor: Actor,
  row: TaskRow,
  own: readonly OwnTime[],
  involvements: OwnInvolvements | undefined,
): Task {
  const { projectRole, now } = actor;
  const isInvolved = (involvement: OwnTime['involvement']) =>
    own.some((one) => one.id === row.id && one.involvement === involvement);
  const joined = isInvolved('attending');
  const conflicts = own
    .filter((other) => other.involvement === 'attending' && other.id !== row.id && overlap(other, row))
    .map(({ id, pid, title }) => ({ id, pid, title }));
  const plans = canPlanFor(projectRole, row.tid);
  const ended = hasEnded(row, timestamp(now));
  const { revision: _, place_id, kind_id, series_id, held_count: held, ...task } = row;
  const taken = row.attendee_count + held;
  const started = row.starts_at <= timestamp(now);
  return {
    ...task,
    place: place_id,
    kind: kind_id,
    series: series_id,
    open_places: row.capacity - taken,
    joined,
    ...involvementsIn(involvements),
    requested: isInvolved('requested'),
    conflicts,
    rights: {
      edit: plans,
      add_attendees: plans,
      see_attendees: canSeeAttendees(projectRole, joined),
      join:
        canJoin(projectRole, row, timestamp(now)) &&
        own.every(({ id }) => id !== row.id) &&
        conflicts.length === 0 &&
        taken < row.capacity,
      leave:
        joined &&
        !ended &&
        !isMarked(involvements?.state ?? null) &&
        (plans || !isTooLateToLeave(row, involvements?.leave_until_hours ?? 0, timestamp(now))),
      wait:
        canJoin(projectRole, row, timestamp(now)) &&
        !joined &&
        !started &&
        conflicts.length === 0 &&
        taken >= row.capacity &&
        (row.joining === 'open' || plans) &&
        involvements?.position == null,
      offer: joined && !started && (row.joining === 'open' || plans),
      ask_for_help: plans && !ended && taken < row.capacity,
    },
  };
}

/** What the caller has to do with the task, beyond being on it. */
const involvementsIn = (involvements: OwnInvolvements | undefined) => ({
  waiting_count: involvements?.waiting_count ?? 0,
  waiting:
    involvements?.position == null ? null : { position: involvements.rank, offered_until: involvements.offered_until },
  offering: involvements?.offering != null,
  asked: involvements?.asked_at == null ? null : { at: involvements.asked_at, answer: involvements.answer },
});

/** Owners see everything. */
export const viewerOf = (projectRole: ProjectRole, uid: string): Viewer | undefined =>
  projectRole.owner ? undefined : { uid, inProject: inProject(projectRole), teams: [...projectRole.teams.keys()] };

export async function selectionOf(read: Reader, { projectRole, uid, now }: Actor, filters: TaskFilters) {
  const { day, open, upcoming, mine, tid, category, place, kind, understaffed } = filters;
  const range = day === undefined ? {} : dayRange(day, await timezoneOf(read, projectRole.scope));
  const selection: TaskSelection = {
    ...range,
    tid,
    category,
    place,
    kind,
    understaffed,
    viewer: viewerOf(projectRole, uid),
    openAt: open === true ? timestamp(now) : undefined,
    endsAfter: upcoming === true ? timestamp(now) : undefined,
    attendee: mine === true ? uid : undefined,
  };
  return selection;
}

export async function* walkTasks(read: Reader, actor: Actor, selection: TaskSelection): AsyncGenerator<Task> {
  const batches = batchesOf<TaskRow>((after, limit) =>
    selectTasks(read, actor.projectRole.scope, selection, after, limit).execute(),
  );
  for await (const rows of batches) yield* await presentTasks(read, actor, rows);
}
