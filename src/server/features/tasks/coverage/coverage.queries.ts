import { sql } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import type { AttendanceState } from '../attendance/states.policy.ts';
import { visibleTo } from '../tasks.queries.ts';
import type { Viewer } from '../tasks.queries.ts';
import type { Block } from './coverage.policy.ts';

export type GroupBy = 'team' | 'kind' | 'place';

const columnOf = { team: 'tasks.tid', kind: 'tasks.kind_id', place: 'tasks.place_id' } as const;
const nameOf = { team: 'teams.name', kind: 'task_kinds.name', place: 'places.name' } as const;

/** How many people on a task have one of these states, without those whose place was opened to others. */
const marked = (states: readonly AttendanceState[]) =>
  sql<number>`sum((select count(*) from attendances where attendances.task_id = tasks.id and attendances.replaced_at is null and attendances.state in (${sql.join(states.map((state) => sql.lit(state)))})))`;

/** Tasks of the day that the viewer may see, added up by group and times: an event has many tasks at the same times. */
export async function listBlocks(
  read: Reader,
  { pid }: ProjectScope,
  by: GroupBy,
  { from, to, viewer }: { from: string; to: string; viewer: Viewer | undefined },
): Promise<Block[]> {
  const rows = await read
    .selectFrom('tasks')
    .leftJoin('teams', (join) => join.onRef('teams.pid', '=', 'tasks.pid').onRef('teams.tid', '=', 'tasks.tid'))
    .leftJoin('task_kinds', 'task_kinds.id', 'tasks.kind_id')
    .leftJoin('places', 'places.id', 'tasks.place_id')
    .select([
      sql<string | null>`${sql.ref(columnOf[by])}`.as('group_id'),
      sql<string | null>`min(${sql.ref(nameOf[by])})`.as('group_name'),
      'tasks.starts_at',
      'tasks.ends_at',
    ])
    .select(({ fn }) => [
      fn.sum<number>('tasks.min_people').as('min'),
      fn.sum<number>('tasks.capacity').as('capacity'),
      fn.sum<number>('tasks.attendee_count').as('joined'),
      marked(['arrived', 'done', 'left_early']).as('arrived'),
      marked(['no_show']).as('absent'),
      sql<number>`sum(case when min_people > attendee_count then min_people - attendee_count else 0 end)`.as('missing'),
    ])
    .where('tasks.pid', '=', pid)
    .where(visibleTo(viewer))
    .where('tasks.starts_at', '<', to)
    .where('tasks.ends_at', '>', from)
    .groupBy([columnOf[by], 'tasks.starts_at', 'tasks.ends_at'])
    .execute();
  return rows.map(({ min, capacity, joined, arrived, absent, missing, ...row }) => ({
    ...row,
    min: Number(min),
    capacity: Number(capacity),
    joined: Number(joined),
    arrived: Number(arrived),
    absent: Number(absent),
    missing: Number(missing),
  }));
}

/** How many people were marked on earlier tasks of the project, and how many of them did not come. */
export async function countMarked(read: Reader, { pid }: ProjectScope, before: string) {
  const { marked: count, absent } = await read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('marked'),
      fn.count<number>(eb.case().when('attendances.state', '=', 'no_show').then(1).end()).as('absent'),
    ])
    .where('tasks.pid', '=', pid)
    .where('tasks.ends_at', '<=', before)
    .where('attendances.state', '!=', 'joined')
    // Nobody looked whether these came.
    .where('attendances.presumed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { marked: Number(count), absent: Number(absent) };
}
