import type { Selectable } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import type { TaskSeriesTable } from '../../../db/tables.ts';

export type SeriesRecord = Selectable<TaskSeriesTable>;

const taskCounts = (read: Reader) =>
  read
    .selectFrom('task_series')
    .selectAll()
    .select((eb) => [
      eb
        .selectFrom('tasks')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('tasks.series_id', '=', 'task_series.id')
        .as('task_count'),
    ]);

export type SeriesRow = SeriesRecord & { task_count: number | string | null };

/** Returns the newest last. */
export const selectSeries = (read: Reader, scope: ProjectScope, after: string | undefined, limit: number) =>
  taskCounts(read)
    .where('pid', '=', scope.pid)
    .$call(keyset(['id'], after === undefined ? undefined : [after]))
    .limit(limit)
    .execute();

export const findSeries = (read: Reader, scope: ProjectScope, id: string) =>
  taskCounts(read).where('pid', '=', scope.pid).where('id', '=', id).executeTakeFirst();

/** Changes of one series run one after the other. Undefined if the revision differs, or there is no such series. */
export const lockSeries = (trx: Trx, scope: ProjectScope, id: string, revision: number | undefined) =>
  trx
    .updateTable('task_series')
    .set((eb) => ({ revision: eb.ref('revision') }))
    .where('pid', '=', scope.pid)
    .where('id', '=', id)
    .$if(revision !== undefined, (query) => query.where('revision', '=', revision ?? 0))
    .returningAll()
    .executeTakeFirst();

export const listTasksOfSeries = (read: Reader, id: string) =>
  read.selectFrom('tasks').selectAll().where('series_id', '=', id).orderBy('starts_at').orderBy('id').execute();

export async function storeSeries(trx: Trx, row: SeriesRecord): Promise<void> {
  const { title, definition, revision } = row;
  await trx
    .insertInto('task_series')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ title, definition, revision }))
    .execute();
}

export async function deleteSeries(trx: Trx, scope: ProjectScope, id: string): Promise<void> {
  await trx.deleteFrom('task_series').where('pid', '=', scope.pid).where('id', '=', id).execute();
}
