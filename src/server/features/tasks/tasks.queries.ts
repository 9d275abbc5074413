import { sql } from 'kysely';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { ProjectScope } from '../../auth/project-role.ts';
import { anyOf } from '../../db/any-of.ts';
import { countRows } from '../../db/count-rows.ts';
import type { Reader } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';
import { keyset } from '../../db/keyset.ts';
import { isNotReplaced } from '../../db/not-replaced.ts';
import type { CursorKey } from '../../http/paging.ts';
import { preparedStatement } from '../../db/prepared.ts';
import { plannedColumns } from './task-records.policy.ts';

const columns = [...plannedColumns, 'id', 'pid', 'created_at', 'revision', 'attendee_count', 'held_count'] as const;

const hasFreePlace = (eb: ExpressionBuilder<Tables, 'tasks'>) =>
  eb(eb('attendee_count', '+', eb.ref('held_count')), '<', eb.ref('capacity'));

export type TaskRow = NonNullable<Awaited<ReturnType<typeof findTask>>>;
export type TaskSelection = {
  from?: string | undefined;
  /** Tasks that are on at some time between the two. */
  during?: { from: string; to: string } | undefined;
  to?: string | undefined;
  tid?: string | undefined;
  category?: string | undefined;
  openAt?: string | undefined;
  endsAfter?: string | undefined;
  attendee?: string | undefined;
  place?: string | undefined;
  kind?: string | undefined;
  understaffed?: boolean | undefined;
  /** What the title or the label contains. */
  text?: string | undefined;
  /** Limits the tasks to those of these teams. */
  tids?: readonly string[] | undefined;
  /** Who looks; undefined sees everything. */
  viewer?: Viewer | undefined;
};

/** Somebody who sees the tasks that are open to everybody and their own, and as one of the project's people more. */
export type Viewer = { uid: string; inProject: boolean; teams: readonly string[] };

/** States the same rule as `canSeeTask`. */
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

function matchingTasks(read: Reader, scope: ProjectScope, selection: TaskSelection) {
  const { from, to, tid, category, openAt, endsAfter, attendee, place, kind, understaffed, viewer } = selection;
  const { text, tids, during } = selection;
  let query = read.selectFrom('tasks').where('pid', '=', scope.pid);
  if (viewer !== undefined) query = query.where(visibleTo(viewer));
  if (text !== undefined) query = query.where(hasText(text));
  // No team has an empty identifier, and `in ()` is not valid SQL.
  if (tids !== undefined) query = query.where('tid', 'in', anyOf(tids));
  if (place !== undefined) query = query.where('place_id', '=', place);
  if (kind !== undefined) query = query.where('kind_id', '=', kind);
  if (understaffed === true) query = query.whereRef('attendee_count', '<', 'min_people');
  if (from !== undefined) query = query.where('starts_at', '>=', from);
  if (to !== undefined) query = query.where('starts_at', '<', to);
  if (during !== undefined) query = query.where('starts_at', '<', during.to).where('ends_at', '>', during.from);
  if (tid !== undefined) query = query.where('tid', '=', tid);
  if (category !== undefined) query = query.where('category', '=', category);
  if (openAt !== undefined) query = query.where(hasFreePlace).where('ends_at', '>', openAt);
  if (endsAfter !== undefined) query = query.where('ends_at', '>', endsAfter);
  if (attendee !== undefined) {
    query = query.where('id', 'in', (eb) =>
      eb.selectFrom('attendances').select('task_id').where('uid', '=', attendee).where(isNotReplaced),
    );
  }
  return query;
}

/** SQLite knows upper and lower case of ASCII only, so other letters also match as they were typed. */
const hasText =
  (text: string, columns: readonly ('title' | 'category')[] = ['title', 'category']) =>
  (eb: ExpressionBuilder<Tables, 'tasks'>) => {
    const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    return eb.or(
      columns.flatMap((column) => [
        sql<SqlBool>`lower(${eb.ref(column)}) like ${pattern.toLowerCase()} escape '\\'`,
        sql<SqlBool>`${eb.ref(column)} like ${pattern} escape '\\'`,
      ]),
    );
  };

type Titled = { viewer: Viewer | undefined; text: string; now: string; limit: number };

/** Finds tasks by a part of the title, first those that have not ended. */
export const listByTitle = (read: Reader, { pid }: ProjectScope, { viewer, text, now, limit }: Titled) =>
  read
    .selectFrom('tasks')
    .select(['id', 'title', 'starts_at', 'ends_at'])
    .where('pid', '=', pid)
    .where(visibleTo(viewer))
    .where(hasText(text, ['title']))
    .orderBy((eb) => eb.case().when('ends_at', '>', now).then(0).else(1).end())
    .orderBy('starts_at')
    .orderBy('id')
    .limit(limit)
    .execute();

export const countTasks = (read: Reader, scope: ProjectScope, selection: TaskSelection): Promise<number> =>
  countRows(matchingTasks(read, scope, selection));

/** How many of the tasks begin at the same time. */
export const countByStart = (read: Reader, scope: ProjectScope, selection: TaskSelection) =>
  matchingTasks(read, scope, selection)
    .select(({ fn }) => ['starts_at', fn.countAll<number>().as('count')])
    .groupBy('starts_at')
    .orderBy('starts_at')
    .execute();

/** Ordered by start. Every combination of filters can use an index on (starts_at, id). */
export const selectTasks = (
  read: Reader,
  scope: ProjectScope,
  selection: TaskSelection,
  after: CursorKey<'starts_at' | 'id'> | undefined,
  limit: number,
) =>
  matchingTasks(read, scope, selection)
    .select(columns)
    .$call(keyset(['starts_at', 'id'], after && [after.starts_at, after.id]))
    .limit(limit);

export const findTask = (read: Reader, scope: ProjectScope, id: string) =>
  read.selectFrom('tasks').select(columns).where('pid', '=', scope.pid).where('id', '=', id).executeTakeFirst();

/** Leaves out tasks of other projects, and those that the viewer may not see. */
export const listTitles = (read: Reader, { pid }: ProjectScope, viewer: Viewer | undefined, ids: readonly string[]) =>
  read
    .selectFrom('tasks')
    .select(['id', 'title'])
    .where('pid', '=', pid)
    // No task has an empty id, and `in ()` is not valid SQL.
    .where('id', 'in', anyOf(ids))
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
    .where(isNotReplaced)
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

export const findTeam = (read: Reader, scope: ProjectScope, tid: string) =>
  read.selectFrom('teams').select('disabled_at').where('pid', '=', scope.pid).where('tid', '=', tid).executeTakeFirst();

const isOfProject = async (
  read: Reader,
  table: 'places' | 'task_kinds' | 'skills',
  { pid }: ProjectScope,
  id: string,
) => (await read.selectFrom(table).select('id').where('pid', '=', pid).where('id', '=', id).execute()).length > 0;

export const hasPlace = (read: Reader, scope: ProjectScope, id: string) => isOfProject(read, 'places', scope, id);
export const hasKind = (read: Reader, scope: ProjectScope, id: string) => isOfProject(read, 'task_kinds', scope, id);
export const hasSkill = (read: Reader, scope: ProjectScope, id: string) => isOfProject(read, 'skills', scope, id);

export async function timezoneOf(read: Reader, scope: ProjectScope): Promise<string> {
  const row = await read
    .selectFrom('projects')
    .select('timezone')
    .where('pid', '=', scope.pid)
    .executeTakeFirstOrThrow();
  return row.timezone;
}
