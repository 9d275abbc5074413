import type { Reader, Trx } from '../../../db/db.ts';
import type { SeriesRecord } from './series.queries.ts';
import type { TaskRecord } from '../task-records.policy.ts';
import { chunksOf } from '../../../lib/chunks.ts';

export const findDatesOf = (read: Reader, pid: string) =>
  read
    .selectFrom('projects')
    .select(['starts_on', 'ends_on', 'timezone'])
    .where('pid', '=', pid)
    .executeTakeFirstOrThrow();

export const listSeriesOf = (read: Reader, pid: string): Promise<SeriesRecord[]> =>
  read.selectFrom('task_series').selectAll().where('pid', '=', pid).orderBy('id').execute();

export const listTasksToCopy = (read: Reader, pid: string): Promise<TaskRecord[]> =>
  read.selectFrom('tasks').selectAll().where('pid', '=', pid).orderBy('starts_at').orderBy('id').execute();

/** Disabled teams are not copied. */
export async function listTidsOf(read: Reader, pid: string): Promise<Set<string>> {
  const teams = read.selectFrom('teams').select('tid').where('pid', '=', pid).where('disabled_at', 'is', null);
  return new Set((await teams.execute()).map(({ tid }) => tid));
}

/** What else of the plan is copied, and how many tasks there are altogether. */
export async function countPlanOf(read: Reader, pid: string) {
  const counts = await read
    .selectNoFrom((eb) => {
      const countOf = (table: 'task_kinds' | 'places' | 'skills' | 'tasks') =>
        eb
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number | string>().as('count'))
          .where('pid', '=', pid);
      return [
        countOf('task_kinds').as('kinds'),
        countOf('places').as('places'),
        countOf('skills').as('skills'),
        countOf('tasks').as('tasks'),
      ];
    })
    .executeTakeFirstOrThrow();
  const { kinds, places, skills, tasks } = counts;
  return { kinds: Number(kinds), places: Number(places), skills: Number(skills), tasks: Number(tasks) };
}

/** The catalogue is copied before, with the same names. From identifiers of one project to those of the other. */
export async function sameNames(read: Reader, table: 'task_kinds' | 'places' | 'skills', from: string, to: string) {
  const rows = await read
    .selectFrom<'places' | 'skills' | 'task_kinds'>(table)
    .select(['id', 'pid', 'name'])
    .where('pid', 'in', [from, to])
    .execute();
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
