import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createSeries, desk, setDates, storedTasks } from '../../../../../test/support/world/planning.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
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
const join = (who: Caller, task: string | null | undefined) => crew.as(who, 'PUT', `tasks/${task}/attendance`);
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
  ['/days/1', { days: ['2026-08-08', '2026-08-10'] }],
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

test('a copy of the project has the series on the same weekdays, without people', async () => {
  const pid = `${crew.pid}-next`;
  const [place, skill] = [`p${crew.pid.slice(8)}`, `s${crew.pid.slice(8)}`];
  await muster.db.transaction(async (trx) => {
    await trx
      .insertInto('task_kinds')
      .values({ id: `k${crew.pid.slice(8)}`, pid: crew.pid, name: 'Desk' })
      .execute();
    await trx.insertInto('places').values({ id: place, pid: crew.pid, name: 'Hall' }).execute();
    await trx.insertInto('skills').values({ id: skill, pid: crew.pid, name: 'Till' }).execute();
    await trx
      .insertInto('task_kind_skills')
      .values({ kind_id: `k${crew.pid.slice(8)}`, skill_id: skill })
      .execute();
    await trx
      .insertInto('person_skills')
      .values({ skill_id: skill, uid: crew.member.uid, created_at: muster.clock.now().toISOString() })
      .execute();
    await trx
      .updateTable('people')
      .set({ administrator_since: muster.clock.now().toISOString() })
      .where('uid', '=', crew.owner.uid)
      .execute();
  });
  const { tasks } = await create({ kind: `k${crew.pid.slice(8)}`, place, opens_at: '2026-07-01T10:00:00+08:00' });
  await join(crew.member, tasks[0]?.id);
  // 2026-08-08 is a Saturday. The next event begins on a Friday as well, in a zone with another offset, and is shorter.
  const next = { timezone: 'Europe/Berlin', starts_on: '2027-08-06', ends_on: '2027-08-07' };
  // A task of its own and the tasks on the second day are left out, and the preview says so.
  await crew.as(crew.owner, 'POST', 'tasks', {
    title: 'Clean up',
    starts_at: '2026-08-09T10:00:00Z',
    ends_at: '2026-08-09T12:00:00Z',
    capacity: 1,
  });
  const days = `starts_on=${next.starts_on}&ends_on=${next.ends_on}`;
  const preview = await crew.as(crew.owner, 'GET', `plan-copy?${days}`);
  expect(preview.json()).toEqual({ kinds: 1, places: 1, skills: 1, series: 1, tasks: 3, left_out: 4 });
  expect((await crew.as(crew.owner, 'GET', 'plan-copy')).json()).toMatchObject({ series: 0, tasks: 0 });
  expect((await crew.as(crew.owner, 'GET', 'plan-copy?starts_on=2027-13-01')).json()).toMatchObject({
    errors: [{ pointer: '/querystring/starts_on' }],
  });
  expect((await crew.as(crew.chief, 'GET', 'plan-copy')).statusCode).toBe(403);
  const payload = { pid, name: 'Next', copy_from: crew.pid, state: 'public', ...next };
  const response = await muster.call({ method: 'POST', url: '/api/projects', headers: crew.owner.headers, payload });
  expect(response.statusCode).toBe(201);
  const series = await muster.db.read.selectFrom('task_series').selectAll().where('pid', '=', pid).execute();
  expect(series.map(({ definition }) => JSON.parse(definition))).toMatchObject([
    { days: ['2027-08-07'], from: '08:00', to: '14:00', opens_at: '2027-06-30T08:00:00.000Z' },
  ]);
  const copied = await muster.db.read
    .selectFrom('tasks')
    .selectAll()
    .where('pid', '=', pid)
    .orderBy('starts_at')
    .execute();
  expect(copied.map(({ starts_at, attendee_count }) => [starts_at, attendee_count])).toEqual([
    ['2027-08-07T06:00:00.000Z', 0],
    ['2027-08-07T08:00:00.000Z', 0],
    ['2027-08-07T10:00:00.000Z', 0],
  ]);
  expect(copied.every(({ series_id: id }) => id === series[0]?.id)).toBe(true);
  // Kinds, places and skills of the new project, not of the old one; people say each year what they can do.
  const [kind] = (await muster.call({ url: `/api/projects/${pid}/task-kinds`, headers: crew.owner.headers })).json()
    .data;
  const [hall] = (await muster.call({ url: `/api/projects/${pid}/places`, headers: crew.owner.headers })).json().data;
  const [till] = (await muster.call({ url: `/api/projects/${pid}/skills`, headers: crew.owner.headers })).json().data;
  expect([kind, hall, till]).toMatchObject([{ name: 'Desk', requires: [till.id] }, { name: 'Hall' }, { name: 'Till' }]);
  expect(till.id).not.toBe(skill);
  expect(copied[0]).toMatchObject({ kind_id: kind.id, place_id: hall.id });
  const people = muster.db.read.selectFrom('person_skills').select('uid').where('skill_id', '=', till.id);
  expect(await people.execute()).toEqual([]);
});
