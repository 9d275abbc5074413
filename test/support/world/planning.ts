import { expect } from 'vitest';
import type { Trx } from '../../../src/server/db/db.ts';
import type { CreatedSeries } from '../../../src/server/features/tasks/series/series.schema.ts';
import type { TestApp } from '../app.ts';
import type { Crew } from '../world.ts';
import type { World } from './world-types.ts';

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
  const before = { series: null, tasks: [], attendances: [], applicants: { waiting: [], requests: [] } };
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

/** The place "East gate" and the task kind "Bar". */
export const addGateAndBar = ({ db }: TestApp, pid: string) =>
  db.transaction(async (trx) => {
    await trx
      .insertInto('places')
      .values({ id: `gate${pid.slice(8)}`, pid, name: 'East gate' })
      .execute();
    await trx
      .insertInto('task_kinds')
      .values({ id: `bar${pid.slice(8)}`, pid, name: 'Bar' })
      .execute();
  });

/** A series of three shifts on each of two days. */
export const desk = {
  title: 'Registration desk',
  tid: 'venue',
  days: ['2026-08-08', '2026-08-09'],
  from: '08:00',
  to: '14:00',
  every_minutes: 120,
  min_people: 1,
  capacity: 2,
};

export async function createSeries(crew: Crew, fields: object = {}): Promise<CreatedSeries & { id: string }> {
  const response = await crew.as(crew.chief, 'POST', 'task-series', { ...desk, ...fields });
  expect(response.statusCode).toBe(201);
  const created: CreatedSeries = response.json();
  return { ...created, id: created.series?.id ?? '' };
}
