import { sql } from 'kysely';
import type { Insertable, Selectable } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { lockRows } from '../../../db/db.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import type { JoinRequestsTable, PlanningStepsTable, WaitingPeopleTable } from '../../../db/tables.ts';
import { chunksOf, sortedIds } from '../../../lib/chunks.ts';
import { plannedColumns } from '../task-records.policy.ts';
import type { TaskRecord } from '../task-records.policy.ts';

/** Tasks of a project, ordered by start time. */
export const listRecords = (read: Reader, scope: ProjectScope, ids: readonly string[]): Promise<TaskRecord[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : read
        .selectFrom('tasks')
        .selectAll()
        .where('pid', '=', scope.pid)
        .where('id', 'in', ids)
        .orderBy('starts_at')
        .orderBy('id')
        .execute();

/** Tasks that begin in the given time. */
export const listRecordsBetween = (read: Reader, scope: ProjectScope, { from, to }: { from: string; to: string }) =>
  read
    .selectFrom('tasks')
    .selectAll()
    .where('pid', '=', scope.pid)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .orderBy('starts_at')
    .orderBy('id')
    .execute();

/** Locks tasks of a project, by id. */
export const lockRecords = async (trx: Trx, scope: ProjectScope, ids: readonly string[]): Promise<TaskRecord[]> =>
  ids.length === 0
    ? []
    : lockRows(
        trx,
        trx.selectFrom('tasks').selectAll().where('pid', '=', scope.pid).where('id', 'in', ids).orderBy('id'),
      );

/** Locks the plans of these people, as joining a task does. */
export async function lockPlans(trx: Trx, uids: readonly string[]): Promise<void> {
  for (const some of chunksOf(sortedIds(uids)))
    await lockRows(trx, trx.selectFrom('people').select('uid').where('uid', 'in', some).orderBy('uid'));
}

export type OnTask = Awaited<ReturnType<typeof listOnTasks>>[number];

/** Everybody on these tasks, by name. */
export const listOnTasks = async (read: Reader, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : read
        .selectFrom('attendances')
        .innerJoin('people', 'people.uid', 'attendances.uid')
        .selectAll('attendances')
        .select('people.name')
        .where('attendances.task_id', 'in', ids)
        .orderBy('people.sort_key')
        .orderBy('attendances.uid')
        .execute();

export type Applicants = { waiting: Selectable<WaitingPeopleTable>[]; requests: Selectable<JoinRequestsTable>[] };

/** Who waits for a place, or for an answer, without being on the task. */
export async function listWaitingAndRequested(read: Reader, ids: readonly string[]): Promise<Applicants> {
  if (ids.length === 0) return { waiting: [], requests: [] };
  return {
    waiting: await read.selectFrom('waiting_people').selectAll().where('task_id', 'in', ids).execute(),
    requests: await read.selectFrom('join_requests').selectAll().where('task_id', 'in', ids).execute(),
  };
}

const replaced = [...plannedColumns, 'attendee_count', 'revision', 'changed_at'] as const;

/**
 * Inserts tasks, and changes those that exist, with one statement for up to 500. Requires locked tasks: it sets the
 * number of attendees as well.
 */
export async function storeRecords(trx: Trx, rows: readonly TaskRecord[]): Promise<void> {
  for (const some of chunksOf(rows)) {
    await trx
      .insertInto('tasks')
      .values(some)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((eb) => Object.fromEntries(replaced.map((column) => [column, eb.ref(`excluded.${column}`)]))),
      )
      .execute();
  }
}

export async function deleteRecords(trx: Trx, scope: ProjectScope, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('tasks').where('pid', '=', scope.pid).where('id', 'in', ids).execute();
}

export type StoredStep = Selectable<PlanningStepsTable>;

export async function insertStep(trx: Trx, row: Insertable<PlanningStepsTable>): Promise<void> {
  await trx.insertInto('planning_steps').values(row).execute();
}

/**
 * How many steps of several tasks the person planned, in any project, and how much is kept of all steps. Null: the
 * service accounts of this one.
 */
export async function sumStepsOf(read: Reader, { pid }: ProjectScope, uid: string | null, since: string) {
  const { count, size } = await read
    .selectFrom('planning_steps')
    .select(({ fn }) => [
      fn.sum<number | string | null>(sql`case when task_count > 1 then 1 else 0 end`).as('count'),
      fn.sum<number | string | null>(fn('length', ['before'])).as('size'),
    ])
    .where((eb) =>
      uid === null ? eb.and([eb('created_by', 'is', null), eb('pid', '=', pid)]) : eb('created_by', '=', uid),
    )
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return { count: Number(count ?? 0), size: Number(size ?? 0) };
}

/** Takes the step: of several who undo it at once, one does. */
export const takeStep = (trx: Trx, scope: ProjectScope, id: string, now: string, since: string) =>
  trx
    .updateTable('planning_steps')
    .set({ undone_at: now })
    .where('pid', '=', scope.pid)
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .where('created_at', '>', since)
    .returningAll()
    .executeTakeFirst();

export const findStep = (read: Reader, scope: ProjectScope, id: string, since: string) =>
  read
    .selectFrom('planning_steps')
    .select('undone_at')
    .where('pid', '=', scope.pid)
    .where('id', '=', id)
    .where('created_at', '>', since)
    .executeTakeFirst();

export async function deleteOldSteps(trx: Trx, before: string): Promise<void> {
  await trx.deleteFrom('planning_steps').where('created_at', '<=', before).execute();
}

/** Also those with tasks that the person created: they cannot be restored as they were. Every uid is a word of letters and digits. */
export async function deleteStepsAbout(trx: Trx, uid: string): Promise<void> {
  await trx.deleteFrom('planning_steps').where('before', 'like', `%"${uid}"%`).execute();
}

type Places = Applicants & { attendances: readonly Omit<OnTask, 'name'>[] };

export async function insertPlaces(trx: Trx, { attendances, waiting, requests }: Places): Promise<void> {
  for (const some of chunksOf(attendances)) await trx.insertInto('attendances').values(some).execute();
  for (const some of chunksOf(waiting)) await trx.insertInto('waiting_people').values(some).execute();
  for (const some of chunksOf(requests)) await trx.insertInto('join_requests').values(some).execute();
}

export const findCalendarOf = (read: Reader, scope: ProjectScope) =>
  read
    .selectFrom('projects')
    .select(['timezone', 'starts_on', 'ends_on'])
    .where('pid', '=', scope.pid)
    .executeTakeFirstOrThrow();

export const listTeamsOf = (read: Reader, scope: ProjectScope) =>
  read.selectFrom('teams').select(['tid', 'name', 'disabled_at']).where('pid', '=', scope.pid).execute();

export const listKindsOf = (read: Reader, scope: ProjectScope) =>
  read.selectFrom('task_kinds').select(['id', 'name']).where('pid', '=', scope.pid).execute();

export const listPlacesOf = (read: Reader, scope: ProjectScope) =>
  read.selectFrom('places').select(['id', 'name']).where('pid', '=', scope.pid).execute();

export const listSkillsOf = (read: Reader, scope: ProjectScope) =>
  read.selectFrom('skills').select(['id', 'name']).where('pid', '=', scope.pid).execute();

export async function listSeriesAmong(read: Reader, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await read
    .selectFrom('task_series')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return rows.map(({ id }) => id);
}

/** Which of these people have left the project, or lost their last role in it, after a moment. */
export async function listLeftSince(
  read: Reader,
  { pid }: ProjectScope,
  uids: readonly string[],
  since: string,
): Promise<Set<string>> {
  const left = new Set<string>();
  for (const some of chunksOf(uids)) {
    const rows = await read
      .selectFrom('audit')
      .select('subject')
      .where('pid', '=', pid)
      .where('kind', 'in', ['member.removed', 'owner.removed', 'helper.removed'])
      .where('subject', 'in', some)
      .where('at', '>', since)
      .execute();
    for (const { subject } of rows) left.add(subject);
  }
  return left;
}
