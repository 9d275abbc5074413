import { sql } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { anyOf } from '../../../db/any-of.ts';
import { attendancesOf } from '../../../db/attendances.ts';
import type { Reader } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import type { CursorKey } from '../../../http/paging.ts';
import { visibleTo } from '../tasks.queries.ts';
import type { Viewer } from '../tasks.queries.ts';

/** Those of these people who are in one of the teams. */
export async function listMembersAmong(
  read: Reader,
  { pid }: ProjectScope,
  tids: readonly string[],
  uids: readonly string[],
): Promise<Set<string>> {
  const rows = await read
    .selectFrom('memberships')
    .select('uid')
    .where('pid', '=', pid)
    .where('tid', 'in', anyOf(tids))
    .where('uid', 'in', uids)
    .execute();
  return new Set(rows.map(({ uid }) => uid));
}

/** Those of these people who are in one of the teams, or on one of their tasks. */
export async function listOwnAmong(
  read: Reader,
  scope: ProjectScope,
  tids: readonly string[],
  uids: readonly string[],
): Promise<Set<string>> {
  const helping = await attendancesOf(read, uids)
    .select('attendances.uid')
    .distinct()
    .where('tasks.pid', '=', scope.pid)
    .where('tasks.tid', 'in', anyOf(tids))
    .execute();
  return (await listMembersAmong(read, scope, tids, uids)).union(new Set(helping.map(({ uid }) => uid)));
}

export type PlanSpan = { from: string | undefined; to: string | undefined; viewer: Viewer | undefined };

/** The tasks that take place in the given time and that the viewer may see, ordered by start time. */
export const selectPlan = (
  read: Reader,
  scope: ProjectScope,
  { from, to, viewer }: PlanSpan,
  after: CursorKey<'starts_at' | 'id'> | undefined,
  limit: number,
) =>
  read
    .selectFrom('tasks')
    .leftJoin('task_kinds', 'task_kinds.id', 'tasks.kind_id')
    .leftJoin('places', 'places.id', 'tasks.place_id')
    .select([
      'tasks.id',
      'tasks.title',
      'tasks.category',
      'tasks.tid',
      'tasks.kind_id',
      'task_kinds.name as kind_name',
      'tasks.place_id',
      'places.name as place_name',
      'tasks.starts_at',
      'tasks.ends_at',
      'tasks.min_people',
      'tasks.capacity',
      'tasks.attendee_count',
    ])
    .where('tasks.pid', '=', scope.pid)
    .where(visibleTo(viewer))
    .$if(from !== undefined, (query) => query.where('tasks.ends_at', '>', from ?? ''))
    .$if(to !== undefined, (query) => query.where('tasks.starts_at', '<', to ?? ''))
    .$call(keyset(['tasks.starts_at', 'tasks.id'], after && [after.starts_at, after.id]))
    .limit(limit)
    .execute();

export type PlanRow = Awaited<ReturnType<typeof selectPlan>>[number];

/** The first attendees of each task by name, with the times at which they are not free. */
export const selectPlannedNames = (
  read: Reader,
  { pid }: ProjectScope,
  tasks: readonly string[],
  namesPerTask: number,
) =>
  read
    .selectFrom((eb) =>
      eb
        .selectFrom('attendances')
        .innerJoin('people', 'people.uid', 'attendances.uid')
        .leftJoin('availabilities', (join) =>
          join.onRef('availabilities.uid', '=', 'attendances.uid').on('availabilities.pid', '=', pid),
        )
        .select([
          'attendances.task_id',
          'attendances.confirmed_at',
          'availabilities.unavailable',
          'people.uid',
          'people.name',
          sql<number>`row_number() over (partition by task_id order by sort_key, people.uid)`.as('position'),
        ])
        // No task has an empty id, and `in ()` is not valid SQL.
        .where('attendances.task_id', 'in', anyOf(tasks))
        // People who were replaced are not in the number of people on the task either.
        .where('attendances.replaced_at', 'is', null)
        .as('named'),
    )
    .select(['named.task_id', 'named.uid', 'named.name', 'named.confirmed_at', 'named.unavailable'])
    .where('named.position', '<=', namesPerTask)
    .orderBy('named.task_id')
    .orderBy('named.position')
    .execute();
