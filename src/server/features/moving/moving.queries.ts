import type { Insertable } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import type { Reader, Trx } from '../../db/db.ts';
import type {
  AttendancesTable,
  FormResponsesTable,
  FormsTable,
  LegacyIdsTable,
  MembershipsTable,
  PlacesTable,
  PrivateDataTable,
  ProjectsTable,
  TaskKindsTable,
  TasksTable,
  TeamsTable,
  TrafficSubsidiesTable,
  WorkTable,
} from '../../db/tables.ts';
import { chunksOf } from '../../lib/chunks.ts';

export const listLegacy = (read: Reader, source: string) =>
  read.selectFrom('legacy_ids').select(['kind', 'legacy_id', 'local_id']).where('source', '=', source).execute();

export const listLegacyOf = (read: Reader, uid: string) =>
  read
    .selectFrom('legacy_ids')
    .select(['source', 'kind', 'legacy_id'])
    .where('uid', '=', uid)
    .orderBy('source')
    .orderBy('kind')
    .orderBy('legacy_id')
    .execute();

export async function insertLegacy(trx: Trx, rows: readonly Insertable<LegacyIdsTable>[]): Promise<void> {
  for (const some of chunksOf(rows)) await trx.insertInto('legacy_ids').values(some).execute();
}

/** Suspended, in the language and with the words of their profile, and with the time at which they joined the other system. */
export async function updateNewcomer(
  trx: Trx,
  uid: string,
  values: { intro: string; language: string | null; suspended_at: string | null; created_at: string },
): Promise<void> {
  await trx.updateTable('people').set(values).where('uid', '=', uid).execute();
}

export async function insertPrivate(trx: Trx, rows: readonly Insertable<PrivateDataTable>[]): Promise<void> {
  for (const some of chunksOf(rows)) await trx.insertInto('private_data').values(some).execute();
}

export const listProjects = (read: Reader) => read.selectFrom('projects').select('pid').execute();

export async function insertProjects(
  trx: Trx,
  rows: readonly Insertable<ProjectsTable>[],
  owners: readonly { pid: string; uid: string; created_at: string }[],
): Promise<void> {
  for (const some of chunksOf(rows)) await trx.insertInto('projects').values(some).execute();
  for (const some of chunksOf(owners)) await trx.insertInto('project_owners').values(some).execute();
}

export async function insertSubsidies(
  trx: Trx,
  pid: string,
  currency: string,
  rows: readonly Insertable<TrafficSubsidiesTable>[],
): Promise<void> {
  await trx.updateTable('projects').set({ subsidy_currency: currency }).where('pid', '=', pid).execute();
  for (const some of chunksOf(rows)) await trx.insertInto('traffic_subsidies').values(some).execute();
}

export const listTids = (read: Reader, pids: readonly string[]) =>
  read.selectFrom('teams').select(['pid', 'tid']).where('pid', 'in', anyOf(pids)).execute();

export async function insertTeams(trx: Trx, rows: readonly Insertable<TeamsTable>[]): Promise<void> {
  for (const some of chunksOf(rows)) await trx.insertInto('teams').values(some).execute();
}

/** Those who are in the team already keep their role. Returns who is new. */
export async function insertMemberships(trx: Trx, rows: readonly Insertable<MembershipsTable>[]): Promise<Set<string>> {
  const added = new Set<string>();
  for (const some of chunksOf(rows)) {
    const inserted = await trx
      .insertInto('memberships')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .returning(['pid', 'tid', 'uid'])
      .execute();
    for (const { pid, tid, uid } of inserted) added.add(`${pid} ${tid} ${uid}`);
  }
  return added;
}

/** After rows were inserted. A team of the other system may have more people than it was to have. */
export async function countMembers(trx: Trx, pids: readonly string[]): Promise<void> {
  await trx
    .updateTable('teams')
    .set((eb) => ({
      member_count: eb
        .selectFrom('memberships')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('memberships.pid', '=', 'teams.pid')
        .whereRef('memberships.tid', '=', 'teams.tid'),
    }))
    .where('pid', 'in', anyOf(pids))
    .execute();
}

/** Names are unique in a project. */
export const listNames = (read: Reader, table: 'places' | 'task_kinds', pids: readonly string[]) =>
  read.selectFrom(table).select(['id', 'pid', 'name']).where('pid', 'in', anyOf(pids)).execute();

export async function insertPlaces(trx: Trx, rows: readonly Insertable<PlacesTable>[]): Promise<void> {
  for (const some of chunksOf(rows)) await trx.insertInto('places').values(some).execute();
}

export async function insertKinds(trx: Trx, rows: readonly Insertable<TaskKindsTable>[]): Promise<void> {
  for (const some of chunksOf(rows)) await trx.insertInto('task_kinds').values(some).execute();
}

export async function insertTasks(trx: Trx, rows: readonly Insertable<TasksTable>[]): Promise<void> {
  // Tasks have many columns, and statements a limit on parameters.
  for (const some of chunksOf(rows, 200)) await trx.insertInto('tasks').values(some).execute();
}

export async function insertAttendances(trx: Trx, rows: readonly Insertable<AttendancesTable>[]): Promise<void> {
  for (const some of chunksOf(rows))
    await trx
      .insertInto('attendances')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Counts the places of these tasks, and makes room for those who are too many. */
export async function countAttendees(trx: Trx, ids: readonly string[]): Promise<void> {
  for (const some of chunksOf(ids)) {
    await trx
      .updateTable('tasks')
      .set((eb) => ({
        attendee_count: eb
          .selectFrom('attendances')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('attendances.task_id', '=', 'tasks.id'),
      }))
      .where('id', 'in', anyOf(some))
      .execute();
  }
}

/** Who has a place in one of these projects without being in a team or an owner. */
export async function insertHelpers(trx: Trx, pids: readonly string[], created_at: string): Promise<void> {
  const found = await trx
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .select(['tasks.pid', 'attendances.uid'])
    .distinct()
    .where('tasks.pid', 'in', anyOf(pids))
    .where((eb) =>
      eb.not(
        eb.or([
          eb.exists(
            eb
              .selectFrom('memberships')
              .select('memberships.uid')
              .whereRef('memberships.pid', '=', 'tasks.pid')
              .whereRef('memberships.uid', '=', 'attendances.uid'),
          ),
          eb.exists(
            eb
              .selectFrom('project_owners')
              .select('project_owners.uid')
              .whereRef('project_owners.pid', '=', 'tasks.pid')
              .whereRef('project_owners.uid', '=', 'attendances.uid'),
          ),
        ]),
      ),
    )
    .execute();
  for (const some of chunksOf(found))
    await trx
      .insertInto('helpers')
      .values(some.map((row) => ({ ...row, created_at })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

export async function insertWork(trx: Trx, rows: readonly Insertable<WorkTable>[]): Promise<void> {
  for (const some of chunksOf(rows)) await trx.insertInto('work').values(some).execute();
}

export const listForms = (read: Reader, pids: readonly string[]) =>
  read.selectFrom('forms').select(['pid', 'form']).where('pid', 'in', anyOf(pids)).execute();

export async function insertForms(trx: Trx, rows: readonly Insertable<FormsTable>[]): Promise<void> {
  for (const some of chunksOf(rows)) await trx.insertInto('forms').values(some).execute();
}

export async function insertAnswers(trx: Trx, rows: readonly Insertable<FormResponsesTable>[]): Promise<void> {
  for (const some of chunksOf(rows)) await trx.insertInto('form_responses').values(some).execute();
}

export async function countAnswers(trx: Trx, pids: readonly string[]): Promise<void> {
  await trx
    .updateTable('forms')
    .set((eb) => ({
      response_count: eb
        .selectFrom('form_responses')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('form_responses.pid', '=', 'forms.pid')
        .whereRef('form_responses.form', '=', 'forms.form'),
    }))
    .where('pid', 'in', anyOf(pids))
    .execute();
}
