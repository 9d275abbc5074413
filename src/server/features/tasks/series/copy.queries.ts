import type { Trx } from '../../../db/db.ts';
import type { SeriesRecord } from './series.queries.ts';
import type { TaskRecord } from '../steps/steps.queries.ts';
import { chunksOf } from '../../../lib/chunks.ts';

export const findDatesOf = (trx: Trx, pid: string) =>
  trx
    .selectFrom('projects')
    .select(['starts_on', 'ends_on', 'timezone'])
    .where('pid', '=', pid)
    .executeTakeFirstOrThrow();

export const listSeriesOf = (trx: Trx, pid: string): Promise<SeriesRecord[]> =>
  trx.selectFrom('task_series').selectAll().where('pid', '=', pid).orderBy('id').execute();

export const listTasksInSeries = (trx: Trx, pid: string): Promise<TaskRecord[]> =>
  trx
    .selectFrom('tasks')
    .selectAll()
    .where('pid', '=', pid)
    .where('series_id', 'is not', null)
    .orderBy('starts_at')
    .orderBy('id')
    .execute();

export async function listTidsOf(trx: Trx, pid: string): Promise<Set<string>> {
  const rows = await trx.selectFrom('teams').select('tid').where('pid', '=', pid).execute();
  return new Set(rows.map(({ tid }) => tid));
}

type Named = { id: string; pid: string; name: string };

/** Kinds and places are copied before, with the same names. From identifiers of one project to those of the other. */
export async function sameNames(trx: Trx, table: 'task_kinds' | 'places', from: string, to: string) {
  const rows: Named[] =
    table === 'places'
      ? await trx.selectFrom('places').select(['id', 'pid', 'name']).where('pid', 'in', [from, to]).execute()
      : await trx.selectFrom('task_kinds').select(['id', 'pid', 'name']).where('pid', 'in', [from, to]).execute();
  const found = new Map(rows.filter(({ pid }) => pid === to).map(({ name, id }) => [name, id]));
  return new Map(
    rows.flatMap(({ pid, id, name }): [string, string][] => {
      const copy = pid === from ? found.get(name) : undefined;
      return copy === undefined ? [] : [[id, copy]];
    }),
  );
}

export async function insertCopies(trx: Trx, series: readonly SeriesRecord[], tasks: readonly TaskRecord[]) {
  for (const some of chunksOf(series)) await trx.insertInto('task_series').values(some).execute();
  for (const some of chunksOf(tasks)) await trx.insertInto('tasks').values(some).execute();
}
