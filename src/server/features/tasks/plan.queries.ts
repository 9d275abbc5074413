import { sql } from 'kysely';
import type { ProjectScope } from '../../auth/project-role.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Reader } from '../../db/db.ts';
import { keyset } from '../../db/keyset.ts';
import type { CursorKey } from '../../http/paging.ts';
import { isCompanionOf, isNotReplaced } from '../../db/not-replaced.ts';
import { absentStates } from './attendance/states.policy.ts';
import { visibleTo } from './tasks.queries.ts';
import type { Viewer } from './tasks.queries.ts';

export type DaySelection = {
  from: string;
  to: string;
  /** Limits the tasks to those that this person attends as well. */
  companionsOf: string | undefined;
  viewer: Viewer | undefined;
};

/** Attendees of the tasks that begin in the given time, by task and then by name. */
export const selectAttendances = (
  read: Reader,
  scope: ProjectScope,
  { from, to, companionsOf, viewer }: DaySelection,
  after: CursorKey<'starts_at' | 'task' | 'sort_key' | 'uid'> | undefined,
  limit: number,
) =>
  read
    .selectFrom('tasks')
    .innerJoin('attendances', 'attendances.task_id', 'tasks.id')
    .innerJoin('people', 'people.uid', 'attendances.uid')
    .select(['tasks.id as task', 'tasks.starts_at', 'people.uid', 'people.name', 'people.sort_key'])
    .select(['attendances.state', 'attendances.arrived_at', 'attendances.left_at', 'attendances.presumed_at'])
    .where('tasks.pid', '=', scope.pid)
    .where('tasks.starts_at', '>=', from)
    .where('tasks.starts_at', '<', to)
    .$if(viewer !== undefined, (query) => query.where(visibleTo(viewer)))
    .$if(companionsOf !== undefined, (query) =>
      query.where(isCompanionOf(companionsOf ?? '')).where('tasks.id', 'in', (eb) =>
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
export const selectCategories = (
  read: Reader,
  scope: ProjectScope,
  viewer: Viewer | undefined,
  after: string,
  limit: number,
) =>
  read
    .selectFrom('tasks')
    .select(({ fn }) => ['category', fn.countAll<number>().as('task_count')])
    .where('pid', '=', scope.pid)
    .where('category', '>', after)
    .$if(viewer !== undefined, (query) => query.where(visibleTo(viewer)))
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
    .leftJoin('teams', (join) => join.onRef('teams.pid', '=', 'tasks.pid').onRef('teams.tid', '=', 'tasks.tid'))
    .leftJoin('places', 'places.id', 'tasks.place_id')
    .leftJoin('place_offers', (join) =>
      join.onRef('place_offers.task_id', '=', 'tasks.id').onRef('place_offers.uid', '=', 'attendances.uid'),
    )
    .select(({ fn }) => [
      'tasks.id',
      'tasks.pid',
      'projects.name as project',
      'projects.timezone',
      'tasks.tid',
      'tasks.title',
      'tasks.starts_at',
      'tasks.ends_at',
      'teams.name as team',
      fn.coalesce('places.name', 'projects.place').as('place'),
      'place_offers.uid as offering',
    ])
    .where('attendances.uid', '=', uid)
    .where(isNotReplaced)
    .where('tasks.ends_at', '>', now)
    .where('projects.state', '!=', 'draft')
    .$call(keyset(['tasks.starts_at', 'tasks.id'], after && [after.starts_at, after.id]))
    .limit(limit)
    .execute();

const companionsShown = 5;

/** The first others on each task by name, each with the number of all of them. */
export const selectCompanions = (read: Reader, uid: string, tasks: readonly string[]) =>
  read
    .selectFrom((eb) =>
      eb
        .selectFrom('attendances')
        .innerJoin('people', 'people.uid', 'attendances.uid')
        .select([
          'attendances.task_id',
          'people.name',
          sql<number>`row_number() over (partition by task_id order by sort_key, people.uid)`.as('position'),
          sql<number>`count(*) over (partition by task_id)`.as('count'),
        ])
        // No task has an empty id, and `in ()` is not valid SQL.
        .where('attendances.task_id', 'in', anyOf(tasks))
        .where('attendances.uid', '!=', uid)
        .where('attendances.state', 'not in', absentStates)
        .where('people.suspended_at', 'is', null)
        .as('others'),
    )
    .select(['others.task_id', 'others.name', 'others.count'])
    .where('others.position', '<=', companionsShown)
    .orderBy('others.task_id')
    .orderBy('others.position')
    .execute();
