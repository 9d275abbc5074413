import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createSeries, desk, setDates, storedTasks } from '../../../../../test/support/world/planning.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Crew } from '../../../../../test/support/world.ts';
import type { CreatedSeries } from './series.schema.ts';

const muster = useApp();
let crew: Crew;

const dates = { starts_on: '2026-08-07', ends_on: '2026-08-09', timezone: 'Asia/Taipei' };

beforeEach(async () => {
  await muster.deliverNotices();
  crew = await createCrew(muster);
  await setDates(muster, crew.pid, dates);
});

const create = (fields: object = {}) => createSeries(crew, fields);
const listTasks = () => storedTasks(muster, crew.pid);

test('a preview shows the tasks and creates nothing, in the time zone of the project', async () => {
  const response = await crew.as(crew.chief, 'POST', 'task-series?dry_run=true', { ...desk, handover_minutes: 15 });
  expect(response.statusCode).toBe(200);
  const { tasks, series, step }: CreatedSeries = response.json();
  expect([series, step]).toEqual([null, null]);
  expect(tasks).toHaveLength(6);
  expect(tasks[0]).toEqual({
    id: null,
    title: 'Registration desk',
    tid: 'venue',
    kind: null,
    place: null,
    starts_at: '2026-08-08T00:00:00.000Z',
    ends_at: '2026-08-08T02:15:00.000Z',
    min_people: 1,
    capacity: 2,
  });
  expect(tasks.at(-1)).toMatchObject({ starts_at: '2026-08-09T04:00:00.000Z', ends_at: '2026-08-09T06:00:00.000Z' });
  expect(await listTasks()).toEqual([]);
});

test('a series is created with its tasks, one audit entry, a change for each task, and few statements', async () => {
  const before = muster.db.queryCount();
  const { id, tasks } = await create({ briefing: 'Use the back door.' });
  const few = muster.db.queryCount() - before;
  expect(tasks).toHaveLength(6);
  const series = await crew.as(crew.chief, 'GET', `task-series/${id}`);
  expect(series.json()).toMatchObject({
    ...desk,
    id,
    briefing: 'Use the back door.',
    task_count: 6,
    handover_minutes: 0,
    at: null,
    rights: { edit: true },
  });
  expect((await listTasks()).map(({ briefing }) => briefing)).toEqual(tasks.map(() => 'Use the back door.'));
  expect((await crew.as(crew.otherChief, 'GET', 'task-series')).json()).toMatchObject({
    data: [{ id, rights: { edit: false } }],
    next: null,
  });
  const audit = await muster.db.read
    .selectFrom('audit')
    .select(['kind', 'subject'])
    .where('pid', '=', crew.pid)
    .execute();
  expect(audit).toEqual([{ kind: 'series.created', subject: id }]);
  const changes = await muster.db.read.selectFrom('changes').select(['kind']).where('pid', '=', crew.pid).execute();
  expect(changes.map(({ kind }) => kind)).toEqual(Array.from({ length: 6 }, () => 'task.created'));
  const start = muster.db.queryCount();
  await create({ every_minutes: 5 });
  expect(muster.db.queryCount() - start).toBe(few);
});

test.each([
  [
    '/every_minutes',
    { from: '00:00', to: '00:00', every_minutes: 5, days: ['2026-08-07', '2026-08-08', '2026-08-09'] },
  ],
  ['/days/1', { days: ['2026-08-08', '2027-08-09'] }],
  ['/min_people', { min_people: 3 }],
  ['/visibility', { tid: null, visibility: 'team' }],
  ['/at', { at: ['09:00'] }],
  ['/at/0', { every_minutes: null, at: ['07:00'] }],
  ['/days', { days: [] }],
  ['/days/0', { days: ['2026-02-30'] }],
  ['/from', { from: '24:00' }],
  ['/capacity', { capacity: 0 }],
])('what is wrong at %s is named, and nothing is created', async (pointer, fields) => {
  const response = await crew.as(crew.owner, 'POST', 'task-series', { ...desk, ...fields });
  expect(response.statusCode).toBe(400);
  expect(response.json().errors[0].pointer).toBe(pointer);
  expect(await listTasks()).toEqual([]);
});

test('501 tasks are too many, and 500 are not', async () => {
  const at = Array.from(
    { length: 99 },
    (_, index) => `${String(Math.floor(index / 12) + 1).padStart(2, '0')}:${String((index % 12) * 5).padStart(2, '0')}`,
  );
  await setDates(muster, crew.pid, { starts_on: null, ends_on: null });
  const days = ['2026-08-04', '2026-08-05', '2026-08-06', '2026-08-07', '2026-08-08'];
  const big = { ...desk, from: '00:00', to: '23:00', every_minutes: undefined, days };
  expect((await create({ ...big, at })).tasks).toHaveLength(500);
  const response = await crew.as(crew.owner, 'POST', 'task-series', { ...big, at: [...at, '22:00'] });
  expect(response.json()).toMatchObject({ status: 400, errors: [{ pointer: '/at' }] });
  expect(await listTasks()).toHaveLength(500);
});

test.each([
  ['/tid', { tid: 'nobody' }],
  ['/kind', { kind: 'unknown' }],
  ['/place', { place: 'unknown' }],
])('an unknown %s is refused', async (pointer, fields) => {
  const response = await crew.as(crew.owner, 'POST', 'task-series', { ...desk, ...fields });
  expect(response.json()).toMatchObject({ status: 422, errors: [{ pointer }] });
});

test('chiefs plan for their own team only', async () => {
  expect((await crew.as(crew.otherChief, 'POST', 'task-series', desk)).statusCode).toBe(403);
  expect((await crew.as(crew.chief, 'POST', 'task-series', { ...desk, tid: null })).statusCode).toBe(403);
  const { id } = await create();
  expect((await crew.as(crew.otherChief, 'PATCH', `task-series/${id}`, { title: 'Mine' })).statusCode).toBe(403);
  expect((await crew.as(crew.otherChief, 'DELETE', `task-series/${id}`)).statusCode).toBe(403);
  expect((await crew.as(crew.chief, 'PATCH', `task-series/${id}`, { tid: 'press' })).statusCode).toBe(403);
  expect((await crew.as(crew.member, 'GET', `task-series/${id}`)).statusCode).toBe(403);
});

test('a series can begin while building up and end while tearing down', async () => {
  const { tasks } = await create({ days: ['2026-08-04', '2026-08-11'], every_minutes: undefined });
  expect(tasks.map(({ starts_at }) => starts_at)).toEqual(['2026-08-04T00:00:00.000Z', '2026-08-11T00:00:00.000Z']);
});
