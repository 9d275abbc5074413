import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { Db } from '../../../db/db.ts';

type Reminder = { hours: number; occasionPrefix: string; after: string; through: string };

/** Some hours before the start of a task. */
const before = ({ engine }: Pick<Db, 'engine'>, hours: number) =>
  engine === 'sqlite'
    ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', tasks.starts_at, ${`-${hours} hours`})`
    : sql`tasks.starts_at - make_interval(hours => ${hours}::int)`;

const startText = ({ engine }: Pick<Db, 'engine'>) =>
  engine === 'sqlite'
    ? sql`tasks.starts_at`
    : sql`to_char(tasks.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * People on tasks that start after `after` and not later than `through`, and who have no reminder for this start. Nor
 * are people reminded who joined, or were notified of the task, less than these hours before it: they know.
 */
export const listToRemind = (db: Db, { hours, occasionPrefix, after, through }: Reminder, limit: number) =>
  db.read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .innerJoin('projects', 'projects.pid', 'tasks.pid')
    .select([
      'attendances.uid',
      'tasks.id',
      'tasks.pid',
      'tasks.title',
      'tasks.description',
      'tasks.starts_at',
      'tasks.ends_at',
      'tasks.revision',
    ])
    .where('tasks.starts_at', '>', after)
    .where('tasks.starts_at', '<=', through)
    .where('projects.state', '!=', 'draft')
    .where('attendances.state', '!=', 'no_show')
    .where(sql<SqlBool>`attendances.created_at <= ${before(db, hours)}`)
    .where(
      sql<SqlBool>`not exists (
        select 1 from notices where notices.uid = attendances.uid and notices.subject = tasks.id and (
          (notices.kind = 'task.reminder' and notices.occasion = ${occasionPrefix} || ${startText(db)})
          or (notices.kind in ('task.added', 'task.changed') and notices.created_at > ${before(db, hours)})))`,
    )
    .orderBy('tasks.starts_at')
    .orderBy('tasks.id')
    .orderBy('attendances.uid')
    .limit(limit)
    .execute();
