import type { ProjectScope } from '../../auth/project-role.ts';
import type { Reader } from '../../db/db.ts';
import { keyset } from '../../db/keyset.ts';
import type { CursorKey } from '../../http/paging.ts';

export type DaySelection = {
  from: string;
  to: string;
  /** Only tasks that this person attends as well. */
  companionsOf: string | undefined;
};

/** Attendees of the tasks that begin in the given time, by task and then by name. */
export const selectAttendances = (
  read: Reader,
  scope: ProjectScope,
  { from, to, companionsOf }: DaySelection,
  after: CursorKey<'starts_at' | 'task' | 'sort_key' | 'uid'> | undefined,
  limit: number,
) =>
  read
    .selectFrom('tasks')
    .innerJoin('attendances', 'attendances.task_id', 'tasks.id')
    .innerJoin('people', 'people.uid', 'attendances.uid')
    .select(['tasks.id as task', 'tasks.starts_at', 'people.uid', 'people.name', 'people.sort_key'])
    .where('tasks.pid', '=', scope.pid)
    .where('tasks.starts_at', '>=', from)
    .where('tasks.starts_at', '<', to)
    .$if(companionsOf !== undefined, (query) =>
      query.where('tasks.id', 'in', (eb) =>
        eb
          .selectFrom('attendances as own')
          .select('own.task_id')
          .where('own.uid', '=', companionsOf ?? ''),
      ),
    )
    .$call(
      keyset(
        ['tasks.starts_at', 'tasks.id', 'people.sort_key', 'people.uid'],
        after && [after.starts_at, after.task, after.sort_key, after.uid],
      ),
    )
    .limit(limit)
    .execute();

/** The categories of the project's tasks; tasks without one are left out. */
export const selectCategories = (read: Reader, scope: ProjectScope, after: string, limit: number) =>
  read
    .selectFrom('tasks')
    .select(({ fn }) => ['category', fn.countAll<number>().as('task_count')])
    .where('pid', '=', scope.pid)
    .where('category', '>', after)
    .groupBy('category')
    .orderBy('category')
    .limit(limit)
    .execute();

/** Tasks in any project that the person attends and that have not ended. */
export const selectOwnTasks = (
  read: Reader,
  uid: string,
  now: string,
  after: CursorKey<'starts_at' | 'id'> | undefined,
  limit: number,
) =>
  read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .innerJoin('projects', 'projects.pid', 'tasks.pid')
    .select([
      'tasks.id',
      'tasks.pid',
      'projects.name as project',
      'projects.timezone',
      'tasks.tid',
      'tasks.title',
      'tasks.starts_at',
      'tasks.ends_at',
    ])
    .where('attendances.uid', '=', uid)
    .where('tasks.ends_at', '>', now)
    .where('projects.state', '!=', 'draft')
    .$call(keyset(['tasks.starts_at', 'tasks.id'], after && [after.starts_at, after.id]))
    .limit(limit)
    .execute();
