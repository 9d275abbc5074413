import { sql } from 'kysely';
import type { Reader, Trx } from '../../db/db.ts';

/** Leaving and joining again each raise the number that a calendar shows. */
const changesPerLeaving = 2;

/** Before the attendances are deleted. One statement for any number of people. */
export async function insertLeft(trx: Trx, tasks: readonly string[], uids: readonly string[] | 'all', now: string) {
  await trx
    .insertInto('left_tasks')
    .columns(['task_id', 'uid', 'pid', 'title', 'starts_at', 'ends_at', 'revision', 'changes', 'removed_at'])
    .expression((eb) =>
      eb
        .selectFrom('attendances')
        .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
        .select(['tasks.id', 'attendances.uid', 'tasks.pid', 'tasks.title', 'tasks.starts_at', 'tasks.ends_at'])
        .select(['tasks.revision', sql.lit(changesPerLeaving).as('changes'), sql<string>`${now}`.as('removed_at')])
        .where('attendances.task_id', 'in', tasks)
        .$if(uids !== 'all', (query) => query.where('attendances.uid', 'in', uids === 'all' ? [] : uids)),
    )
    .onConflict((conflict) =>
      conflict.columns(['task_id', 'uid']).doUpdateSet((eb) => ({
        title: eb.ref('excluded.title'),
        starts_at: eb.ref('excluded.starts_at'),
        ends_at: eb.ref('excluded.ends_at'),
        revision: eb.ref('excluded.revision'),
        changes: eb('left_tasks.changes', '+', changesPerLeaving),
        removed_at: eb.ref('excluded.removed_at'),
      })),
    )
    .execute();
}

export type RemovedTask = {
  task_id: string;
  tid: string;
  pid: string;
  title: string;
  starts_at: string;
  ends_at: string;
  revision: number;
  removed_at: string;
};

export async function insertRemoved(trx: Trx, rows: readonly RemovedTask[]): Promise<void> {
  await trx
    .insertInto('removed_tasks')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['task_id', 'tid']).doUpdateSet((eb) => ({
        title: eb.ref('excluded.title'),
        starts_at: eb.ref('excluded.starts_at'),
        ends_at: eb.ref('excluded.ends_at'),
        revision: eb.ref('excluded.revision'),
        removed_at: eb.ref('excluded.removed_at'),
      })),
    )
    .execute();
}

/** Kept after the task has ended, and after it was removed. */
export async function deleteOldRemovals(trx: Trx, before: string): Promise<void> {
  for (const table of ['left_tasks', 'removed_tasks'] as const)
    await trx.deleteFrom(table).where('ends_at', '<', before).where('removed_at', '<', before).execute();
}

/** How often the person has left the task and joined it again, as a number to add to its revision. */
export async function changesOf(read: Reader, taskId: string, uid: string): Promise<number> {
  const row = await read
    .selectFrom('left_tasks')
    .select('changes')
    .where('task_id', '=', taskId)
    .where('uid', '=', uid)
    .executeTakeFirst();
  return row?.changes ?? 0;
}

export const listLeftForExport = (read: Reader, uid: string) =>
  read
    .selectFrom('left_tasks')
    .select(['task_id as id', 'pid', 'title', 'starts_at', 'ends_at', 'removed_at as left_at'])
    .where('uid', '=', uid)
    .orderBy('removed_at')
    .orderBy('task_id')
    .execute();
