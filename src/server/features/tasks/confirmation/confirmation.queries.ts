import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { anyOf } from '../../../db/any-of.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import type { CursorKey } from '../../../http/paging.ts';

type Engine = Pick<Db, 'engine'>;

/** When people are asked about a task. */
const askedFrom = ({ engine }: Engine) =>
  engine === 'sqlite'
    ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', tasks.starts_at, '-' || projects.confirm_days || ' days')`
    : sql`tasks.starts_at - make_interval(hours => (24 * projects.confirm_days)::int)`;

/** One answer is for all of a person's tasks in the project. */
const hasConfirmed = sql<SqlBool>`exists (
  select 1 from attendances as confirmed join tasks as theirs on theirs.id = confirmed.task_id
  where confirmed.uid = attendances.uid and theirs.pid = tasks.pid and confirmed.confirmed_at is not null)`;

/** Longer than any project asks ahead, so that an index finds the tasks. */
const maxTaskMs = 31 * 24 * 60 * 60 * 1000;

/**
 * Places of people who are asked now whether they come. People who join after the question was sent are not asked.
 */
const unanswered = (read: Reader, db: Engine, now: string) =>
  read
    .selectFrom('tasks')
    .innerJoin('projects', 'projects.pid', 'tasks.pid')
    .innerJoin('attendances', 'attendances.task_id', 'tasks.id')
    .where('projects.state', '=', 'public')
    .where('attendances.state', '=', 'joined')
    .where('tasks.starts_at', '>', now)
    .where('tasks.starts_at', '<=', new Date(Date.parse(now) + maxTaskMs).toISOString())
    .where(sql<SqlBool>`${askedFrom(db)} <= ${now}`)
    .where(sql<SqlBool>`attendances.created_at <= ${askedFrom(db)}`)
    .where(sql<SqlBool>`not ${hasConfirmed}`);

type Asked = { kind: string; limit: number };

/** People who are to be asked and have no notice of it yet, with their next task. */
export const listToAsk = (db: Db, now: string, { kind, limit }: Asked) =>
  unanswered(db.read, db, now)
    .innerJoin('people', 'people.uid', 'attendances.uid')
    .select(({ fn }) => [
      'attendances.uid',
      'tasks.pid',
      'projects.starts_on',
      fn.min('tasks.starts_at').as('starts_at'),
    ])
    .where('people.suspended_at', 'is', null)
    .where(
      sql<SqlBool>`not exists (select 1 from notices where notices.uid = attendances.uid and notices.kind = ${kind}
        and notices.pid = tasks.pid and notices.occasion = coalesce(cast(projects.starts_on as text), ''))`,
    )
    .groupBy(['attendances.uid', 'tasks.pid', 'projects.starts_on'])
    .orderBy('attendances.uid')
    .orderBy('tasks.pid')
    .limit(limit)
    .execute();

/** Projects that ask the person now. */
export const selectQuestions = (db: Db, uid: string, now: string, after: string | undefined, limit: number) =>
  unanswered(db.read, db, now)
    .select(['tasks.pid', 'projects.name as project', 'projects.timezone'])
    .select(ahead(now))
    .where('attendances.uid', '=', uid)
    .groupBy(['attendances.uid', 'tasks.pid', 'projects.name', 'projects.timezone'])
    .$call(keyset(['tasks.pid'], after === undefined ? undefined : [after]))
    .limit(limit)
    .execute();

/** How many tasks the person has ahead in the project, and when the first of them begins; also those that they were not asked about. */
const ahead = (now: string) => {
  const own = sql`from attendances as own join tasks as others on others.id = own.task_id
    where own.uid = attendances.uid and others.pid = tasks.pid and own.state = 'joined' and others.starts_at > ${now}`;
  return [
    sql<number>`(select count(*) ${own})`.as('task_count'),
    sql<string>`(select min(others.starts_at) ${own})`.as('starts_at'),
  ] as const;
};

type Unconfirmed = {
  now: string;
  /** Only people on tasks of these teams; undefined for everybody. */
  tids: readonly string[] | undefined;
  after: CursorKey<'sort_key' | 'uid'> | undefined;
  limit: number;
};

const unconfirmed = (db: Db, { pid }: ProjectScope, { now, tids }: Pick<Unconfirmed, 'now' | 'tids'>) =>
  unanswered(db.read, db, now)
    .innerJoin('people', 'people.uid', 'attendances.uid')
    .where('tasks.pid', '=', pid)
    .where('people.suspended_at', 'is', null)
    // No team has an empty identifier, and `in ()` is not valid SQL.
    .$if(tids !== undefined, (query) => query.where('tasks.tid', 'in', anyOf(tids ?? [])));

export async function countUnconfirmed(db: Db, scope: ProjectScope, wanted: Pick<Unconfirmed, 'now' | 'tids'>) {
  const { count } = await unconfirmed(db, scope, wanted)
    .select(({ fn }) => fn.count<number>('people.uid').distinct().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Sorted by name. */
export const selectUnconfirmed = (db: Db, scope: ProjectScope, { now, tids, after, limit }: Unconfirmed) =>
  unconfirmed(db, scope, { now, tids })
    .select(['people.uid', 'people.name', 'people.sort_key'])
    .select(ahead(now))
    .groupBy(['attendances.uid', 'tasks.pid', 'people.uid', 'people.name', 'people.sort_key'])
    .$call(keyset(['people.sort_key', 'people.uid'], after && [after.sort_key, after.uid]))
    .limit(limit)
    .execute();

/** All of the person's tasks in the project that are not over. Returns how many there were. */
export async function confirmAttendances(trx: Trx, { pid }: ProjectScope, uid: string, now: string): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('attendances')
    .set({ confirmed_at: now })
    .where('uid', '=', uid)
    .where('confirmed_at', 'is', null)
    .where('task_id', 'in', (eb) =>
      eb.selectFrom('tasks').select('id').where('pid', '=', pid).where('ends_at', '>', now),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
