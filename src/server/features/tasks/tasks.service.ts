import type { Actor, ProjectRole } from '../../auth/project-role.ts';
import { holds, inProject, teamsLedBy } from '../../auth/project-role.ts';
import type { Reader } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import { addSeconds, hours, timestamp } from '../../lib/clock.ts';
import { batchesOf } from '../../http/paging.ts';
import { toUtc } from '../../http/moment.ts';
import { dayRange, daysIn } from '../../lib/time.ts';
import { isMarked, isReplaced } from './attendance/states.policy.ts';
import type { Keyring } from '../../lib/seal.ts';
import { personalOf } from './rules/eligibility.policy.ts';
import type { Personal } from './rules/eligibility.policy.ts';
import { loadEligibility } from './rules/eligibility.service.ts';
import { canJoin, canLeave, joinRefusals } from './rules/joining.policy.ts';
import { overlap } from './rules/rules.policy.ts';
import type { Times } from './rules/rules.policy.ts';
import { canPlanFor, canSeeAttendees, canSeeTask, hasEnded } from './tasks.policy.ts';
import type { Visible } from './tasks.policy.ts';
import { countByStart, findTask, listByTitle, listOwnTimes, selectTasks, timezoneOf } from './tasks.queries.ts';
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

export async function readTask(
  read: Reader,
  keys: Keyring,
  actor: Actor,
  id: string,
): Promise<{ row: TaskRow; task: Task }> {
  const row = await findTask(read, actor.projectRole.scope, id);
  const [task] = row === undefined ? [] : await presentTasks(read, keys, actor, [row]);
  return {
    row: requireVisible(actor.projectRole, row, task?.joined === true || task?.replaced === true),
    task: task ?? noSuchTask(),
  };
}

/** Adds what the caller has to do with each task, and what they could do; the number of queries is fixed. */
export async function presentTasks(
  read: Reader,
  keys: Keyring,
  actor: Actor,
  rows: readonly TaskRow[],
): Promise<Task[]> {
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
  const personal = await personalFor(read, keys, actor, rows);
  return rows.map((row) =>
    presentTask(actor, row, { own, involvements: involvementsOf.get(row.id), personal: personal.get(row.id) }),
  );
}

/** Nobody joins a task that has ended. */
async function personalFor(read: Reader, keys: Keyring, { uid, now }: Actor, rows: readonly TaskRow[]) {
  const ahead = rows.filter((row) => !hasEnded(row, timestamp(now)));
  const { check } = await loadEligibility(read, { keys, by: null, now: timestamp(now), viewer: uid }, [uid], ahead);
  return new Map(ahead.map(({ id, pid }) => [id, personalOf(check(uid, id), pid)]));
}

type OwnTime = Awaited<ReturnType<typeof listOwnTimes>>[number];

/** Tasks that the person attends at the time of another one. */
export const conflictsIn = (own: readonly OwnTime[], task: Times & { id: string }) =>
  own
    .filter((other) => other.involvement === 'attending' && other.id !== task.id && overlap(other, task))
    .map(({ id, pid, title }) => ({ id, pid, title }));

type CallerFacts = {
  own: readonly OwnTime[];
  involvements: OwnInvolvements | undefined;
  personal: Personal | undefined;
};

function presentTask(actor: Actor, row: TaskRow, { own, involvements, personal }: CallerFacts): Task {
  const { projectRole, now } = actor;
  const isInvolved = (involvement: OwnTime['involvement']) =>
    own.some((one) => one.id === row.id && one.involvement === involvement);
  const joined = isInvolved('attending');
  const replaced = isReplaced(involvements);
  const plans = canPlanFor(projectRole, row.tid);
  const ended = hasEnded(row, timestamp(now));
  const { revision: _, place_id, kind_id, series_id, held_count: held, ...task } = row;
  const taken = row.attendee_count + held;
  const started = row.starts_at <= timestamp(now);
  const waiting = waitingIn(involvements);
  const refused = joinRefusals(row, {
    personal: personal?.refusals ?? [],
    plans,
    declined: isInvolved('declined'),
    waiting,
    now: timestamp(now),
  });
  const refusals = joined || replaced || ended ? [] : refused;
  const [refusal = null] = refusals;
  return {
    ...task,
    place: place_id,
    kind: kind_id,
    series: series_id,
    open_places: row.capacity - taken,
    joined,
    replaced,
    ...involvementsIn(involvements),
    given: plans && !started && involvements?.given === 1,
    requested: isInvolved('requested'),
    conflicts: conflictsIn(own, row),
    refusal,
    refusals,
    missing_skills: joined ? [] : (personal?.missing_skills ?? []),
    granted_skills: joined ? [] : (personal?.granted_skills ?? []),
    missing_documents: joined ? [] : (personal?.missing_documents ?? []),
    time_rule: refusal === null ? null : (personal?.time_rule ?? null),
    rights: {
      edit: plans,
      add_attendees: plans,
      see_attendees: canSeeAttendees(projectRole, joined || replaced),
      join:
        canJoin(projectRole, row, timestamp(now)) &&
        own.every(({ id }) => id !== row.id) &&
        !replaced &&
        refusal === null &&
        taken < row.capacity,
      leave:
        joined &&
        canLeave(
          projectRole,
          row,
          { state: involvements?.state, hours: involvements?.leave_until_hours ?? 0 },
          timestamp(now),
        ),
      wait:
        canJoin(projectRole, row, timestamp(now)) &&
        !joined &&
        !replaced &&
        !started &&
        refusal === 'task_full' &&
        (row.joining === 'open' || plans) &&
        involvements?.position == null,
      offer: joined && !started && !isMarked(involvements?.state) && (row.joining === 'open' || plans),
      ask_for_help: plans && !ended && taken < row.capacity,
    },
  };
}

const waitingIn = (involvements: OwnInvolvements | undefined) =>
  involvements?.position == null ? null : { position: involvements.rank, offered_until: involvements.offered_until };

/** What the caller has to do with the task, beyond being on it. */
const involvementsIn = (involvements: OwnInvolvements | undefined) => ({
  waiting_count: involvements?.waiting_count ?? 0,
  waiting: waitingIn(involvements),
  offering: involvements?.offering != null,
  asked: involvements?.asked_at == null ? null : { at: involvements.asked_at, answer: involvements.answer },
});

/** Owners see everything, and deputies who read what they read. */
export const viewerOf = (projectRole: ProjectRole, uid: string): Viewer | undefined =>
  holds(projectRole, 'viewer')
    ? undefined
    : { uid, inProject: inProject(projectRole), teams: [...projectRole.teams.keys()] };

export async function selectionOf(read: Reader, { projectRole, uid, now }: Actor, filters: TaskFilters) {
  const { day, hour, open, upcoming, mine, planned, q, tid, category, place, kind, understaffed } = filters;
  const range = day === undefined ? {} : dayRange(day, await timezoneOf(read, projectRole.scope));
  const selection: TaskSelection = {
    ...range,
    during: hour === undefined ? undefined : hourFrom(toUtc('/hour', hour)),
    tid,
    category,
    place,
    kind,
    understaffed,
    text: q?.trim() || undefined,
    tids: planned === true && !holds(projectRole, 'viewer') ? teamsLedBy(projectRole) : undefined,
    viewer: viewerOf(projectRole, uid),
    openAt: open === true ? timestamp(now) : undefined,
    endsAfter: upcoming === true ? timestamp(now) : undefined,
    attendee: mine === true ? uid : undefined,
  };
  return selection;
}

/** An hour, as coverage has them. */
const hourFrom = (from: string) => ({ from, to: timestamp(addSeconds(new Date(from), hours(1))) });

/** Tasks that the person may see, by part of their title, first those that have not ended. */
export const findTasksByTitle = (read: Reader, { projectRole, uid, now }: Actor, text: string, limit: number) =>
  listByTitle(read, projectRole.scope, { viewer: viewerOf(projectRole, uid), text, now: timestamp(now), limit });

/** How many of the tasks begin on each day. Two queries, and one with `day`. */
export async function taskDays(read: Reader, actor: Actor, filters: TaskFilters) {
  const { scope } = actor.projectRole;
  const selection = await selectionOf(read, actor, filters);
  const dayOf = daysIn(await timezoneOf(read, scope));
  const counts = new Map<string, number>();
  for (const { starts_at, count } of await countByStart(read, scope, selection)) {
    const day = dayOf(starts_at);
    counts.set(day, (counts.get(day) ?? 0) + count);
  }
  return [...counts].map(([day, count]) => ({ day, count }));
}

export async function* walkTasks(
  read: Reader,
  keys: Keyring,
  actor: Actor,
  selection: TaskSelection,
): AsyncGenerator<Task> {
  const batches = batchesOf<TaskRow>((after, limit) =>
    selectTasks(read, actor.projectRole.scope, selection, after, limit).execute(),
  );
  for await (const rows of batches) yield* await presentTasks(read, keys, actor, rows);
}
