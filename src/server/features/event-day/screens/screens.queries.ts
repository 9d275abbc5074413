import { sql } from 'kysely';
import type { DeskScope } from '../../../auth/project-role.ts';
import type { Db, Reader } from '../../../db/db.ts';

export const screenRead = (db: Db) =>
  db.prepare((read, parameter: (name: 'hash' | 'now') => string) =>
    read
      .selectFrom('devices')
      .innerJoin('projects', 'projects.pid', 'devices.pid')
      .select(['devices.pid', 'devices.tids', 'projects.name', 'projects.timezone'])
      .where('devices.token_hash', '=', parameter('hash'))
      .where('devices.purpose', '=', 'screen')
      .where('devices.revoked_at', 'is', null)
      .where('projects.state', '!=', 'draft')
      .where('devices.expires_at', '>', parameter('now')),
  );

type Shown = { now: string; to: string; limit: number };

/** Tasks that run or start soon, with how many people are expected and how many have come. */
export const listShownTasks = (read: Reader, { pid, tids }: DeskScope, { now, to, limit }: Shown) =>
  read
    .selectFrom('tasks')
    .leftJoin('places', 'places.id', 'tasks.place_id')
    .leftJoin('teams', (join) => join.onRef('teams.pid', '=', 'tasks.pid').onRef('teams.tid', '=', 'tasks.tid'))
    .leftJoin('attendances', (join) =>
      join.onRef('attendances.task_id', '=', 'tasks.id').on('attendances.state', 'not in', ['no_show', 'left_early']),
    )
    .select(['tasks.id', 'tasks.title', 'teams.name as team', 'places.name as place'])
    .select(['tasks.starts_at', 'tasks.ends_at', 'tasks.min_people'])
    .select((eb) => [
      eb.fn.count('attendances.uid').as('expected'),
      sql<number | string>`sum(case when attendances.state in ('arrived', 'done') then 1 else 0 end)`.as('arrived'),
    ])
    .where('tasks.pid', '=', pid)
    .where('tasks.ends_at', '>', now)
    .where('tasks.starts_at', '<', to)
    .$if(tids !== null, (query) => query.where('tasks.tid', 'in', ['', ...(tids ?? [])]))
    .groupBy(['tasks.id', 'tasks.title', 'teams.name', 'places.name'])
    .groupBy(['tasks.starts_at', 'tasks.ends_at', 'tasks.min_people'])
    .orderBy('tasks.starts_at')
    .orderBy('tasks.id')
    .limit(limit)
    .execute();
