import type { ProjectScope } from '../../../auth/project-role.ts';
import { anyOf } from '../../../db/any-of.ts';
import { countRows } from '../../../db/count-rows.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import type { CursorKey } from '../../../http/paging.ts';

export const findRequest = (trx: Trx, task: string, uid: string) =>
  trx
    .selectFrom('join_requests')
    .select(['created_at', 'declined_at', 'note'])
    .where('task_id', '=', task)
    .where('uid', '=', uid)
    .executeTakeFirst();

export async function insertRequest(
  trx: Trx,
  row: { task_id: string; uid: string; note: string; created_at: string },
): Promise<void> {
  await trx.insertInto('join_requests').values(row).execute();
}

export async function updateNote(trx: Trx, task: string, uid: string, note: string): Promise<void> {
  await trx.updateTable('join_requests').set({ note }).where('task_id', '=', task).where('uid', '=', uid).execute();
}

export async function declineRequest(
  trx: Trx,
  task: string,
  uid: string,
  values: { declined_at: string; declined_by: string | null },
): Promise<void> {
  await trx.updateTable('join_requests').set(values).where('task_id', '=', task).where('uid', '=', uid).execute();
}

/** Returns when it was sent. */
export const deleteRequest = (trx: Trx, task: string, uid: string) =>
  trx
    .deleteFrom('join_requests')
    .where('task_id', '=', task)
    .where('uid', '=', uid)
    .returning('created_at')
    .executeTakeFirst();

/** Those that nobody has decided, of people who have left a project, or all projects. Returns them. */
export const deleteRequestsOf = (trx: Trx, uids: readonly string[], pid?: string) =>
  trx
    .deleteFrom('join_requests')
    .where('uid', 'in', uids)
    .where('declined_at', 'is', null)
    .$if(pid !== undefined, (query) =>
      query.where('task_id', 'in', (eb) =>
        eb
          .selectFrom('tasks')
          .select('tasks.id')
          .where('tasks.pid', '=', pid ?? ''),
      ),
    )
    .returning(['task_id', 'uid', 'created_at'])
    .execute();

export type RequestSelection = {
  task?: string | undefined;
  /** Limits the tasks to those of these teams; undefined for all. */
  tids?: readonly string[] | undefined;
  now: string;
  after: CursorKey<'created_at' | 'task' | 'uid'> | undefined;
  limit: number;
};

type Undecided = Pick<RequestSelection, 'task' | 'tids' | 'now'>;

/** Requests that nobody has decided, without tasks that have ended. */
const undecided = (read: Reader, { pid }: ProjectScope, { task, tids, now }: Undecided) =>
  read
    .selectFrom('join_requests')
    .innerJoin('tasks', 'tasks.id', 'join_requests.task_id')
    .innerJoin('people', 'people.uid', 'join_requests.uid')
    .where('tasks.pid', '=', pid)
    .where('join_requests.declined_at', 'is', null)
    .where('people.suspended_at', 'is', null)
    .where('tasks.ends_at', '>', now)
    .$if(task !== undefined, (query) => query.where('tasks.id', '=', task ?? ''))
    .$if(tids !== undefined, (query) => query.where('tasks.tid', 'in', anyOf(tids ?? [])));

export const countRequests = (read: Reader, scope: ProjectScope, selection: Undecided) =>
  countRows(undecided(read, scope, selection));

/** Returns the oldest first. */
export const selectRequests = (read: Reader, scope: ProjectScope, { after, limit, ...selection }: RequestSelection) =>
  undecided(read, scope, selection)
    .select([
      'tasks.id as task',
      'tasks.title',
      'tasks.tid',
      'tasks.starts_at',
      'tasks.ends_at',
      'tasks.attendee_count',
      'tasks.capacity',
      'tasks.pid',
      'tasks.kind_id',
      'tasks.visibility',
      'tasks.joining',
      'tasks.opens_at',
      'people.uid',
      'people.name',
      'join_requests.note',
      'join_requests.created_at',
    ])
    .$call(
      keyset(
        ['join_requests.created_at', 'join_requests.task_id', 'join_requests.uid'],
        after && [after.created_at, after.task, after.uid],
      ),
    )
    .limit(limit)
    .execute();

export type RequestRow = Awaited<ReturnType<typeof selectRequests>>[number];

export const listOwnRequests = (read: Reader, uid: string) =>
  read
    .selectFrom('join_requests')
    .innerJoin('tasks', 'tasks.id', 'join_requests.task_id')
    .select(['tasks.pid as project', 'tasks.title as task', 'join_requests.note'])
    .select(['join_requests.created_at', 'join_requests.declined_at'])
    .where('join_requests.uid', '=', uid)
    .orderBy('join_requests.created_at')
    .orderBy('join_requests.task_id')
    .execute();

/** Nobody decides about them any longer. */
export async function deleteEndedRequests(trx: Trx, now: string): Promise<void> {
  await trx
    .deleteFrom('join_requests')
    .where('task_id', 'in', (eb) => eb.selectFrom('tasks').select('id').where('ends_at', '<', now))
    .execute();
}
