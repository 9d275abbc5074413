import type { Insertable, Selectable } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { lockRows } from '../../../db/db.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import type { JoinRequestsTable, PlanningStepsTable, TasksTable, WaitingPeopleTable } from '../../../db/tables.ts';
import { enabledMemberships } from '../../../db/memberships.ts';
import { chunksOf, sortedIds } from '../../../lib/chunks.ts';

/** A task with everything that is stored about it. */
export type TaskRecord = Selectable<TasksTable>;

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

export async function lockRecords(trx: Trx, scope: ProjectScope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await lockRows(
    trx,
    trx.selectFrom('tasks').select('id').where('pid', '=', scope.pid).where('id', 'in', ids).orderBy('id'),
  );
}

/** Locks the plans of these people, as joining a task does. */
export async function lockPlans(trx: Trx, uids: readonly string[]): Promise<void> {
  for (const some of chunksOf(sortedIds(uids)))
    await lockRows(trx, trx.selectFrom('people').select('uid').where('uid', 'in', some).orderBy('uid'));
}

export type OnTask = Awaited<ReturnType<typeof listOnTasks>>[number];

/** Everybody on these tasks, by name. */
export const listOnTasks = (read: Reader, ids: readonly string[]) =>
  read
    .selectFrom('attendances')
    .innerJoin('people', 'people.uid', 'attendances.uid')
    .selectAll('attendances')
    .select('people.name')
    .where('attendances.task_id', 'in', ids.length === 0 ? [''] : ids)
    .orderBy('people.sort_key')
    .orderBy('attendances.uid')
    .execute();

/** Who waits for a place, or for an answer, without being on the task. */
export async function listWaitingAndRequested(read: Reader, ids: readonly string[]) {
  const wanted = ids.length === 0 ? [''] : ids;
  return {
    waiting: await read.selectFrom('waiting_people').selectAll().where('task_id', 'in', wanted).execute(),
    requests: await read.selectFrom('join_requests').selectAll().where('task_id', 'in', wanted).execute(),
  };
}

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
        conflict.column('id').doUpdateSet((eb) => ({
          tid: eb.ref('excluded.tid'),
          title: eb.ref('excluded.title'),
          description: eb.ref('excluded.description'),
          category: eb.ref('excluded.category'),
          starts_at: eb.ref('excluded.starts_at'),
          ends_at: eb.ref('excluded.ends_at'),
          capacity: eb.ref('excluded.capacity'),
          attendee_count: eb.ref('excluded.attendee_count'),
          revision: eb.ref('excluded.revision'),
          changed_at: eb.ref('excluded.changed_at'),
          place_id: eb.ref('excluded.place_id'),
          kind_id: eb.ref('excluded.kind_id'),
          series_id: eb.ref('excluded.series_id'),
          min_people: eb.ref('excluded.min_people'),
          visibility: eb.ref('excluded.visibility'),
          joining: eb.ref('excluded.joining'),
          opens_at: eb.ref('excluded.opens_at'),
          briefing: eb.ref('excluded.briefing'),
        })),
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

/** How many steps the person planned, in any project, and how much is kept of them. Null: the service accounts of this one. */
export async function sumStepsOf(read: Reader, { pid }: ProjectScope, uid: string | null, since: string) {
  const { count, size } = await read
    .selectFrom('planning_steps')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('count'),
      fn.sum<number | string | null>(fn('length', ['before'])).as('size'),
    ])
    .where((eb) =>
      uid === null ? eb.and([eb('created_by', 'is', null), eb('pid', '=', pid)]) : eb('created_by', '=', uid),
    )
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return { count: Number(count), size: Number(size ?? 0) };
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

type Places = {
  attendances: readonly Omit<OnTask, 'name'>[];
  waiting: readonly Selectable<WaitingPeopleTable>[];
  requests: readonly Selectable<JoinRequestsTable>[];
};

export async function insertPlaces(trx: Trx, { attendances, waiting, requests }: Places): Promise<void> {
  for (const some of chunksOf(attendances)) await trx.insertInto('attendances').values(some).execute();
  for (const some of chunksOf(waiting)) await trx.insertInto('waiting_people').values(some).execute();
  for (const some of chunksOf(requests)) await trx.insertInto('join_requests').values(some).execute();
}

/** Those of these people who are not suspended and still belong to the project, also as helpers. */
export async function listBelonging(trx: Trx, { pid }: ProjectScope, uids: readonly string[]): Promise<Set<string>> {
  if (uids.length === 0) return new Set();
  const rows = await trx
    .selectFrom('people')
    .select('uid')
    .where('uid', 'in', uids)
    .where('suspended_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('uid', 'in', eb.selectFrom('project_owners').select('project_owners.uid').where('pid', '=', pid)),
        eb('uid', 'in', enabledMemberships(trx).select('memberships.uid').where('memberships.pid', '=', pid)),
        eb('uid', 'in', eb.selectFrom('helpers').select('helpers.uid').where('pid', '=', pid)),
      ]),
    )
    .execute();
  return new Set(rows.map(({ uid }) => uid));
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

export async function listSeriesAmong(read: Reader, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await read
    .selectFrom('task_series')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return rows.map(({ id }) => id);
}
