import type { Actor, ProjectRole } from '../../auth/project-role.ts';
import { inProject } from '../../auth/project-role.ts';
import type { Reader } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import { timestamp } from '../../lib/clock.ts';
import { batchesOf } from '../../http/paging.ts';
import { dayRange } from '../../lib/time.ts';
import { overlap } from './rules/rules.policy.ts';
import { canPlanFor, canSeeAttendees, canSeeTask, hasEnded } from './tasks.policy.ts';
import type { Visible } from './tasks.policy.ts';
import { findTask, listOwnTimes, selectTasks, timezoneOf } from './tasks.queries.ts';
import type { TaskRow, TaskSelection } from './tasks.queries.ts';
import type { Task, TaskFilters } from './tasks.schema.ts';

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

/** Adds conflicts and rights of the caller, with one query. */
export async function presentTasks(read: Reader, actor: Actor, rows: readonly TaskRow[]): Promise<Task[]> {
  const from = rows.map((row) => row.starts_at).reduce((a, b) => (a < b ? a : b), '9999');
  const to = rows.map((row) => row.ends_at).reduce((a, b) => (a > b ? a : b), '');
  const own = rows.length === 0 ? [] : await listOwnTimes(read, actor.uid, from, to);
  return rows.map((row) => presentTask(actor, row, own));
}

type OwnTime = Awaited<ReturnType<typeof listOwnTimes>>[number];

function presentTask({ projectRole, now }: Actor, row: TaskRow, own: readonly OwnTime[]): Task {
  const joined = own.some(({ id }) => id === row.id);
  const conflicts = own
    .filter((other) => other.id !== row.id && overlap(other, row))
    .map(({ id, pid, title }) => ({ id, pid, title }));
  const plans = canPlanFor(projectRole, row.tid);
  const ended = hasEnded(row, timestamp(now));
  const { revision: _, place_id, kind_id, series_id, ...task } = row;
  return {
    ...task,
    place: place_id,
    kind: kind_id,
    series: series_id,
    open_places: row.capacity - row.attendee_count,
    joined,
    conflicts,
    rights: {
      edit: plans,
      add_attendees: plans,
      see_attendees: canSeeAttendees(projectRole, joined),
      join: inProject(projectRole) && !joined && !ended && conflicts.length === 0 && row.attendee_count < row.capacity,
      leave: joined && !ended,
    },
  };
}

export async function selectionOf(read: Reader, { projectRole, uid, now }: Actor, filters: TaskFilters) {
  const { day, tid, category, open, upcoming, mine } = filters;
  const range = day === undefined ? {} : dayRange(day, await timezoneOf(read, projectRole.scope));
  const selection: TaskSelection = {
    ...range,
    tid,
    category,
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
