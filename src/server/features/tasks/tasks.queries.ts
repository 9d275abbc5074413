import type { ProjectScope } from '../../auth/project-role.ts';
import type { Reader, Trx } from '../../db/db.ts';
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
  'created_at',
  'revision',
] as const;

export type TaskRow = NonNullable<Awaited<ReturnType<typeof findTask>>>;
export type TaskSelection = {
  from?: string | undefined;
  to?: string | undefined;
  tid?: string | undefined;
  category?: string | undefined;
  openAt?: string | undefined;
  endsAfter?: string | undefined;
  attendee?: string | undefined;
};

/** Ordered by start. Every combination of filters can use an index on (starts_at, id). */
export function selectTasks(
  read: Reader,
  scope: ProjectScope,
  { from, to, tid, category, openAt, endsAfter, attendee }: TaskSelection,
  after: CursorKey<'starts_at' | 'id'> | undefined,
  limit: number,
) {
  let query = read.selectFrom('tasks').select(columns).where('pid', '=', scope.pid);
  if (from !== undefined) query = query.where('starts_at', '>=', from);
  if (to !== undefined) query = query.where('starts_at', '<', to);
  if (tid !== undefined) query = query.where('tid', '=', tid);
  if (category !== undefined) query = query.where('category', '=', category);
  if (openAt !== undefined) query = query.whereRef('attendee_count', '<', 'capacity').where('ends_at', '>', openAt);
  if (endsAfter !== undefined) query = query.where('ends_at', '>', endsAfter);
  if (attendee !== undefined) {
    query = query.where('id', 'in', (eb) => eb.selectFrom('attendances').select('task_id').where('uid', '=', attendee));
  }
  return query.$call(keyset(['starts_at', 'id'], after && [after.starts_at, after.id])).limit(limit);
}

export const findTask = (read: Reader, scope: ProjectScope, id: string) =>
  read.selectFrom('tasks').select(columns).where('pid', '=', scope.pid).where('id', '=', id).executeTakeFirst();

const ownTimes = preparedStatement((read, parameter: (name: 'uid' | 'from' | 'to') => string) =>
  read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .select(['tasks.id', 'tasks.pid', 'tasks.title', 'tasks.starts_at', 'tasks.ends_at'])
    .where('attendances.uid', '=', parameter('uid'))
    .where('tasks.starts_at', '<', parameter('to'))
    .where('tasks.ends_at', '>', parameter('from'))
    .orderBy('tasks.starts_at')
    .orderBy('tasks.id'),
);

/** Tasks in any project that the person attends in the given time. */
export const listOwnTimes = (read: Reader, uid: string, from: string, to: string) => ownTimes(read, { uid, from, to });

export async function insertTask(
  trx: Trx,
  row: {
    id: string;
    pid: string;
    tid: string | null;
    title: string;
    description: string;
    category: string;
    starts_at: string;
    ends_at: string;
    capacity: number;
    created_by: string | null;
    created_at: string;
  },
): Promise<TaskRow> {
  return trx.insertInto('tasks').values(row).returning(columns).executeTakeFirstOrThrow();
}

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

export async function timezoneOf(read: Reader, scope: ProjectScope): Promise<string> {
  const row = await read
    .selectFrom('projects')
    .select('timezone')
    .where('pid', '=', scope.pid)
    .executeTakeFirstOrThrow();
  return row.timezone;
}
