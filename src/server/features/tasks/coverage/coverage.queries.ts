import { sql } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import { visibleTo } from '../tasks.queries.ts';
import type { Viewer } from '../tasks.queries.ts';
import type { Block } from './coverage.policy.ts';

export type GroupBy = 'team' | 'kind' | 'place';

const columnOf = { team: 'tasks.tid', kind: 'tasks.kind_id', place: 'tasks.place_id' } as const;
const nameOf = { team: 'teams.name', kind: 'task_kinds.name', place: 'places.name' } as const;

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
      sql<number>`sum(case when min_people > attendee_count then min_people - attendee_count else 0 end)`.as('missing'),
    ])
    .where('tasks.pid', '=', pid)
    .where(visibleTo(viewer))
    .where('tasks.starts_at', '<', to)
    .where('tasks.ends_at', '>', from)
    .groupBy([columnOf[by], 'tasks.starts_at', 'tasks.ends_at'])
    .execute();
  return rows.map(({ min, capacity, joined, missing, ...row }) => ({
    ...row,
    min: Number(min),
    capacity: Number(capacity),
    joined: Number(joined),
    arrived: 0,
    missing: Number(missing),
  }));
}
