import { sql } from 'kysely';
import type { Expression, ExpressionBuilder, Insertable, SqlBool } from 'kysely';
import type { ProjectScope } from '../../auth/project-role.ts';
import type { Reader, Trx } from '../../db/db.ts';
import type { Tables, TasksTable } from '../../db/tables.ts';
import { keyset } from '../../db/keyset.ts';
import type { CursorKey } from '../../http/paging.ts';
import { preparedStatement } from '../../db/prepared.ts';

const columns = [
  'id',
  'pid',
  'tid',
  'title',
  'description',
  'category',
  'starts_at',
  'ends_at',
  'capacity',
  'attendee_count',
  'held_count',
  'created_at',
  'revision',
  'place_id',
  'kind_id',
  'series_id',
  'min_people',
  'visibility',
  'joining',
  'opens_at',
  'briefing',
] as const;

const hasFreePlace = (eb: ExpressionBuilder<Tables, 'tasks'>) =>
  eb(eb('attendee_count', '+', eb.ref('held_count')), '<', eb.ref('capacity'));

export type TaskRow = NonNullable<Awaited<ReturnType<typeof findTask>>>;
export type TaskSelection = {
  from?: string | undefined;
  to?: string | undefined;
  tid?: string | undefined;
  category?: string | undefined;
  openAt?: string | undefined;
  endsAfter?: string | undefined;
  attendee?: string | undefined;
  place?: string | undefined;
  kind?: string | undefined;
  understaffed?: boolean | undefined;
  /** Who looks; undefined sees everything. */
  viewer?: Viewer | undefined;
};

/** Somebody who sees the tasks that are open to everybody and their own, and as one of the project's people more. */
export type Viewer = { uid: string; inProject: boolean; teams: readonly string[] };

/** The same rule as `canSeeTask`. */
export const visibleTo =
  (viewer: Viewer | undefined) =>
  (eb: ExpressionBuilder<Tables, 'tasks'>): Expression<SqlBool> => {
    if (viewer === undefined) return sql<SqlBool>`1 = 1`;
    const { uid, inProject, teams } = viewer;
    return eb.or([
      eb('tasks.visibility', '=', 'signed_in'),
      ...(inProject
        ? [
            eb('tasks.visibility', '=', 'project'),
            eb('tasks.tid', 'is', null),
            ...(teams.length === 0 ? [] : [eb('tasks.tid', 'in', teams)]),
          ]
        : []),
      eb('tasks.id', 'in', eb.selectFrom('attendances').select('task_id').where('attendances.uid', '=', uid)),
    ]);
  };

/** Ordered by start. Every combination of filters can use an index on (starts_at, id). */
export function selectTasks(
  read: Reader,
  scope: ProjectScope,
  selection: TaskSelection,
  after: CursorKey<'starts_at' | 'id'> | undefined,
  limit: number,
) {
  const { from, to, tid, category, openAt, endsAfter, attendee, place, kind, understaffed, viewer } = selection;
  let query = read.selectFrom('tasks').select(columns).where('pid', '=', scope.pid);
  if (viewer !== undefined) query = query.where(visibleTo(viewer));
  if (place !== undefined) query = query.where('place_id', '=', place);
  if (kind !== undefined) query = query.where('kind_id', '=', kind);
  if (understaffed === true) query = query.whereRef('attendee_count', '<', 'min_people');
  if (from !== undefined) query = query.where('starts_at', '>=', from);
  if (to !== undefined) query = query.where('starts_at', '<', to);
  if (tid !== undefined) query = query.where('tid', '=', tid);
  if (category !== undefined) query = query.where('category', '=', category);
  if (openAt !== undefined) query = query.where(hasFreePlace).where('ends_at', '>', openAt);
  if (endsAfter !== undefined) query = query.where('ends_at', '>', endsAfter);
  if (attendee !== undefined) {
    query = query.where('id', 'in', (eb) => eb.selectFrom('attendances').select('task_id').where('uid', '=', attendee));
  }
  return query.$call(keyset(['starts_at', 'id'], after && [after.starts_at, after.id])).limit(limit);
}

export const findTask = (read: Reader, scope: ProjectScope, id: string) =>
  read.selectFrom('tasks').select(columns).where('pid', '=', scope.pid).where('id', '=', id).executeTakeFirst();

/** Of those among these tasks that are of this project and that the viewer may see. */
export const listTitles = (read: Reader, { pid }: ProjectScope, viewer: Viewer | undefined, ids: readonly string[]) =>
  read
    .selectFrom('tasks')
    .select(['id', 'title'])
    .where('pid', '=', pid)
    // No task has an empty id, and `in ()` is not valid SQL.
    .where('id', 'in', ['', ...ids])
    .where(visibleTo(viewer))
    .execute();

type OwnInvolvement = 'attending' | 'requested' | 'declined';
const ownColumns = ['tasks.id', 'tasks.pid', 'tasks.title', 'tasks.starts_at', 'tasks.ends_at'] as const;

const ownTimes = preparedStatement((read, parameter: (name: 'uid' | 'from' | 'to') => string) =>
  read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .select([...ownColumns, sql<OwnInvolvement>`'attending'`.as('involvement')])
    .where('attendances.uid', '=', parameter('uid'))
    .where('tasks.starts_at', '<', parameter('to'))
    .where('tasks.ends_at', '>', parameter('from'))
    .unionAll((eb) =>
      eb
        .selectFrom('join_requests')
        .innerJoin('tasks', 'tasks.id', 'join_requests.task_id')
        .select([
          ...ownColumns,
          sql<OwnInvolvement>`case when declined_at is null then 'requested' else 'declined' end`.as('involvement'),
        ])
        .where('join_requests.uid', '=', parameter('uid'))
        .where('tasks.starts_at', '<', parameter('to'))
        .where('tasks.ends_at', '>', parameter('from')),
    )
    .orderBy('starts_at')
    .orderBy('id'),
);

/** Tasks in any project that the person attends in the given time, and those for which they have asked for a place. */
export const listOwnTimes = (read: Reader, uid: string, from: string, to: string) => ownTimes(read, { uid, from, to });

export type NewTaskRow = Insertable<TasksTable>;

export const insertTask = (trx: Trx, row: NewTaskRow): Promise<TaskRow> =>
  trx.insertInto('tasks').values(row).returning(columns).executeTakeFirstOrThrow();

/** Locks the task and raises its revision; undefined if the revision differs. */
export const lockTask = (trx: Trx, scope: ProjectScope, id: string, revision: number | undefined) =>
  trx
    .updateTable('tasks')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('pid', '=', scope.pid)
    .where('id', '=', id)
    .$if(revision !== undefined, (query) => query.where('revision', '=', revision ?? 0))
    .returning(columns)
    .executeTakeFirst();

export type TaskValues = Omit<TaskRow, 'id' | 'pid' | 'created_at' | 'revision'>;

export const updateTask = (trx: Trx, scope: ProjectScope, id: string, values: TaskValues & { changed_at: string }) =>
  trx
    .updateTable('tasks')
    .set(values)
    .where('pid', '=', scope.pid)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

export async function deleteTask(trx: Trx, scope: ProjectScope, id: string): Promise<void> {
  await trx.deleteFrom('tasks').where('pid', '=', scope.pid).where('id', '=', id).execute();
}

export const findTeam = (trx: Trx, scope: ProjectScope, tid: string) =>
  trx.selectFrom('teams').select('disabled_at').where('pid', '=', scope.pid).where('tid', '=', tid).executeTakeFirst();

const isOfProject = async (trx: Trx, table: 'places' | 'task_kinds', { pid }: ProjectScope, id: string) =>
  (await trx.selectFrom(table).select('id').where('pid', '=', pid).where('id', '=', id).execute()).length > 0;

export const hasPlace = (trx: Trx, scope: ProjectScope, id: string) => isOfProject(trx, 'places', scope, id);
export const hasKind = (trx: Trx, scope: ProjectScope, id: string) => isOfProject(trx, 'task_kinds', scope, id);

export async function timezoneOf(read: Reader, scope: ProjectScope): Promise<string> {
  const row = await read
    .selectFrom('projects')
    .select('timezone')
    .where('pid', '=', scope.pid)
    .executeTakeFirstOrThrow();
  return row.timezone;
}
