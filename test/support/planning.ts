import type { Trx } from '../../src/server/db/db.ts';
import type { TestApp } from './app.ts';
import type { World } from './world.ts';

/** A series without tasks, and a step of the caller that changed nothing. */
export async function insertPlanning(trx: Trx, { pid, tid, series, step, caller }: World, at: string): Promise<void> {
  const times = {
    days: ['2026-08-08'],
    from: '08:00',
    to: '10:00',
    every_minutes: null,
    at: null,
    handover_minutes: 0,
  };
  const joining = { visibility: 'project', joining: 'open', opens_at: null, min_people: 0, capacity: 2 };
  const definition = {
    title: 'Desk',
    description: '',
    category: '',
    kind: null,
    tid,
    place: null,
    ...joining,
    ...times,
  };
  await trx
    .insertInto('task_series')
    .values({ id: series, pid, title: 'Desk', definition: JSON.stringify(definition), created_at: at })
    .execute();
  const before = { series: null, tasks: [], attendances: [], hopeful: { waiting: [], requests: [] } };
  await trx
    .insertInto('planning_steps')
    .values({ id: step, pid, kind: 'change', before: JSON.stringify(before), created_by: caller, created_at: at })
    .execute();
}

/** All tasks of a project with everything that is stored, except what every change of them changes. */
export const storedTasks = async ({ db }: TestApp, pid: string) =>
  (
    await db.read.selectFrom('tasks').selectAll().where('pid', '=', pid).orderBy('starts_at').orderBy('id').execute()
  ).map(({ changed_at: _at, revision: _revision, ...task }) => task);

type Dates = { starts_on: string | null; ends_on: string | null; timezone?: string };

export const setDates = ({ db }: TestApp, pid: string, dates: Dates) =>
  db.transaction((trx) => trx.updateTable('projects').set(dates).where('pid', '=', pid).execute());
