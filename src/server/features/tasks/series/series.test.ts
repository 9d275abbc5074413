import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createTask } from '../../../../../test/support/factories.ts';
import { expectCountsToHold } from '../../../../../test/support/races.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import type { ChangedSeries, CreatedSeries, RemovedSeries } from './series.schema.ts';

const muster = useApp({ env: { RATE_LIMIT_SCALE: '1000' } });
let crew: Crew;

const dates = { starts_on: '2026-08-07', ends_on: '2026-08-09', timezone: 'Asia/Taipei' };

beforeEach(async () => {
  await muster.deliverNotices();
  crew = await createCrew(muster);
  await muster.db.transaction((trx) => trx.updateTable('projects').set(dates).where('pid', '=', crew.pid).execute());
});

const desk = {
  title: 'Registration desk',
  tid: 'venue',
  days: ['2026-08-08', '2026-08-09'],
  from: '08:00',
  to: '14:00',
  every_minutes: 120,
  min_people: 1,
  capacity: 2,
};

async function create(fields: object = {}): Promise<CreatedSeries & { id: string }> {
  const response = await crew.as(crew.chief, 'POST', 'task-series', { ...desk, ...fields });
  expect(response.statusCode).toBe(201);
  const created: CreatedSeries = response.json();
  return { ...created, id: created.series?.id ?? '' };
}

const join = (who: Caller, task: string | null | undefined) => crew.as(who, 'PUT', `tasks/${task}/attendance`);
const listTasks = async () =>
  (await muster.db.read.selectFrom('tasks').selectAll().where('pid', '=', crew.pid).orderBy('starts_at').execute()).map(
    ({ changed_at: _at, revision: _revision, ...task }) => task,
  );
const undo = (who: Caller, step: string | null) => crew.as(who, 'POST', `planning-steps/${step}/undo`);

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
  const { id, tasks } = await create();
  const few = muster.db.queryCount() - before;
  expect(tasks).toHaveLength(6);
  const series = await crew.as(crew.chief, 'GET', `task-series/${id}`);
  expect(series.json()).toMatchObject({
    ...desk,
    id,
    task_count: 6,
    handover_minutes: 0,
    at: null,
    rights: { edit: true },
  });
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
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ starts_on: null, ends_on: null }).where('pid', '=', crew.pid).execute(),
  );
  const days = ['2026-08-04', '2026-08-05', '2026-08-06', '2026-08-07', '2026-08-08'];
  const big = { ...desk, from: '00:00', to: '23:00', every_minutes: undefined, days };
  expect((await create({ ...big, at })).tasks).toHaveLength(500);
  const response = await crew.as(crew.owner, 'POST', 'task-series', { ...big, at: [...at, '22:00'] });
  expect(response.json()).toMatchObject({ status: 400, errors: [{ pointer: '/at' }] });
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

test('tasks that keep their time keep their people, others move, and what was changed by hand stays', async () => {
  const { id, tasks } = await create();
  await join(crew.member, tasks[0]?.id);
  await join(crew.member, tasks[2]?.id);
  await crew.as(crew.owner, 'PATCH', `tasks/${tasks[3]?.id}`, { starts_at: '2026-08-09T07:30:00+08:00' });
  await crew.as(crew.owner, 'DELETE', `tasks/${tasks[4]?.id}`);
  const change = { to: '15:00', title: 'Welcome desk' };
  const preview: ChangedSeries = (await crew.as(crew.chief, 'PATCH', `task-series/${id}?dry_run=true`, change)).json();
  expect(preview).toMatchObject({ step: null, released: [], removed: [] });
  expect(preview.added.map((task) => [task.id, task.starts_at])).toEqual([
    [null, '2026-08-08T06:00:00.000Z'],
    [null, '2026-08-09T06:00:00.000Z'],
  ]);
  const changed: ChangedSeries = (await crew.as(crew.chief, 'PATCH', `task-series/${id}`, change)).json();
  expect(changed.kept.map((task) => task.id)).toEqual(
    [tasks[0], tasks[1], tasks[2], tasks[3], tasks[5]].map((task) => task?.id),
  );
  expect(changed.moved).toEqual([]);
  const stored = await listTasks();
  expect(stored.map(({ title }) => title)).toEqual(stored.map(() => 'Welcome desk'));
  expect(stored.find((task) => task.id === tasks[2]?.id)).toMatchObject({ attendee_count: 1 });
  expect(stored.find((task) => task.id === tasks[3]?.id)?.starts_at).toBe('2026-08-08T23:30:00.000Z');
  const [mail, ...more] = await muster.deliverNotices();
  expect(more).toEqual([]);
  expect(mail?.text).toContain('Welcome desk');
  await expectCountsToHold(muster);
});

test('nobody loses a place silently: they are named, or released and notified, and undo gives the place back', async () => {
  const { id, tasks } = await create({ days: ['2026-08-08'] });
  await join(crew.member, tasks[0]?.id);
  await join(crew.member, tasks[1]?.id);
  await createTask(muster, crew.pid, {
    title: 'Other',
    starts_at: '2026-08-08T07:00:00.000Z',
    ends_at: '2026-08-08T08:00:00.000Z',
  });
  const before = await listTasks();
  const shorter = { from: '10:00' };
  const refused = await crew.as(crew.chief, 'PATCH', `task-series/${id}`, { days: ['2026-08-09'] });
  expect(refused.json()).toMatchObject({
    code: 'places_lost',
    errors: [
      {
        pointer: `/tasks/${tasks[0]?.id}/attendees/${crew.member.uid}`,
        detail: 'Mia: Registration desk (task_removed)',
      },
      {
        pointer: `/tasks/${tasks[1]?.id}/attendees/${crew.member.uid}`,
        detail: 'Mia: Registration desk (task_removed)',
      },
    ],
  });
  expect(await listTasks()).toEqual(before);
  const preview: ChangedSeries = (await crew.as(crew.chief, 'PATCH', `task-series/${id}?dry_run=true`, shorter)).json();
  expect(preview.released).toEqual([
    {
      uid: crew.member.uid,
      name: 'Mia',
      task: tasks[0]?.id,
      title: 'Registration desk',
      starts_at: tasks[0]?.starts_at,
      reason: 'task_removed',
    },
  ]);
  const changed: ChangedSeries = (await crew.as(crew.chief, 'PATCH', `task-series/${id}?release=true`, shorter)).json();
  expect(changed.released).toHaveLength(1);
  const mails = await muster.deliverNotices();
  expect(mails.map(({ to }) => to)).toEqual([crew.member.email]);
  await expectCountsToHold(muster);
  expect((await undo(crew.otherChief, changed.step)).statusCode).toBe(403);
  expect((await undo(crew.chief, changed.step)).statusCode).toBe(204);
  expect(await listTasks()).toEqual(before);
  await expectCountsToHold(muster);
  expect((await muster.deliverNotices()).map(({ to }) => to)).toEqual([crew.member.email]);
  expect((await undo(crew.chief, changed.step)).json()).toMatchObject({ code: 'step_undone' });
});

test('people on a moved task are checked by the rules, and a person with another task at the new time is named', async () => {
  const { id, tasks } = await create({ days: ['2026-08-08'], to: '10:00' });
  const other = await createTask(muster, crew.pid, {
    tid: 'venue',
    starts_at: '2026-08-08T02:00:00.000Z',
    ends_at: '2026-08-08T03:00:00.000Z',
  });
  await join(crew.member, tasks[0]?.id);
  await join(crew.member, other);
  const refused = await crew.as(crew.chief, 'PATCH', `task-series/${id}`, { from: '09:00', to: '11:00' });
  expect(refused.json()).toMatchObject({
    code: 'places_lost',
    errors: [{ detail: 'Mia: Registration desk (task_overlap)' }],
  });
  const moved: ChangedSeries = (
    await crew.as(crew.chief, 'PATCH', `task-series/${id}`, { from: '07:00', to: '09:00' })
  ).json();
  expect(moved).toMatchObject({ moved: [{ id: tasks[0]?.id, starts_at: '2026-08-07T23:00:00.000Z' }], released: [] });
});

test('deleting a series keeps the tasks that people have joined, and undo brings back the others', async () => {
  const { id, tasks } = await create();
  await join(crew.member, tasks[1]?.id);
  const before = await listTasks();
  const removed: RemovedSeries = (await crew.as(crew.chief, 'DELETE', `task-series/${id}`)).json();
  expect(removed.stay.map((task) => task.id)).toEqual([tasks[1]?.id]);
  expect(removed.removed).toHaveLength(5);
  expect((await listTasks()).map((task) => [task.id, task.series_id])).toEqual([[tasks[1]?.id, null]]);
  expect((await crew.as(crew.chief, 'GET', `task-series/${id}`)).statusCode).toBe(404);
  expect((await undo(crew.owner, removed.step)).statusCode).toBe(204);
  expect(await listTasks()).toEqual(before);
  expect((await crew.as(crew.chief, 'GET', `task-series/${id}`)).json()).toMatchObject({ task_count: 6 });
});

test('undo names what has changed since, and then changes nothing', async () => {
  const { id, step, tasks } = await create({ days: ['2026-08-08'] });
  await join(crew.member, tasks[0]?.id);
  await crew.as(crew.owner, 'PATCH', `tasks/${tasks[1]?.id}`, { title: 'Mine' });
  await crew.as(crew.owner, 'DELETE', `tasks/${tasks[2]?.id}`);
  await crew.as(crew.owner, 'PATCH', `task-series/${id}`, { capacity: 3 });
  const refused = await undo(crew.chief, step);
  expect(refused.json()).toMatchObject({
    code: 'step_overtaken',
    errors: [
      { pointer: `/tasks/${tasks[0]?.id}`, detail: 'Registration desk was changed' },
      { pointer: `/tasks/${tasks[1]?.id}`, detail: 'Mine was changed' },
      { pointer: `/tasks/${tasks[2]?.id}`, detail: `${tasks[2]?.id} was deleted` },
      { pointer: '/series', detail: 'The series was changed' },
    ],
  });
  expect(await listTasks()).toHaveLength(2);
});

test('undo of a new series is refused as soon as somebody has joined, and after 7 days', async () => {
  const { step, tasks } = await create({ days: ['2026-08-08'] });
  await join(crew.member, tasks[0]?.id);
  expect((await undo(crew.chief, step)).json()).toMatchObject({
    code: 'step_overtaken',
    errors: [
      { pointer: `/tasks/${tasks[0]?.id}/attendees/${crew.member.uid}`, detail: 'Mia joined Registration desk' },
    ],
  });
  await crew.as(crew.member, 'DELETE', `tasks/${tasks[0]?.id}/attendance`);
  const old = await create({ days: ['2026-08-09'] });
  expect((await undo(crew.chief, step)).statusCode).toBe(204);
  expect((await listTasks()).map(({ id }) => id)).toEqual(old.tasks.map(({ id }) => id));
  muster.clock.advance(7 * 86_400);
  expect((await undo(crew.chief, old.step)).statusCode).toBe(404);
  await muster.services.deleteExpired();
  expect(await muster.db.read.selectFrom('planning_steps').select('id').execute()).toEqual([]);
});

test('two people who change a series at once do so one after the other', async () => {
  const { id } = await create();
  const url = `task-series/${id}`;
  const etag = String((await crew.as(crew.chief, 'GET', url)).headers['etag']);
  const stale = await Promise.all([
    crew.as(crew.chief, 'PATCH', url, { to: '16:00' }, { 'if-match': etag }),
    crew.as(crew.owner, 'PATCH', url, { to: '12:00' }, { 'if-match': etag }),
  ]);
  expect(stale.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 412]);
  const both = await Promise.all([
    crew.as(crew.chief, 'PATCH', url, { from: '06:00', to: '18:00' }),
    crew.as(crew.owner, 'PATCH', url, { from: '08:00', to: '10:00' }),
    crew.as(crew.chief, 'PATCH', url, { every_minutes: 60 }),
    crew.as(crew.owner, 'PATCH', url, { days: ['2026-08-07'] }),
  ]);
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  const series = (await crew.as(crew.owner, 'GET', url)).json();
  const wanted = (
    await crew.as(crew.owner, 'POST', 'task-series?dry_run=true', {
      ...desk,
      days: series.days,
      from: series.from,
      to: series.to,
      every_minutes: series.every_minutes,
    })
  ).json();
  expect((await listTasks()).map(({ starts_at, ends_at }) => [starts_at, ends_at])).toEqual(
    wanted.tasks.map((task: { starts_at: string; ends_at: string }) => [task.starts_at, task.ends_at]),
  );
});

test('a copy of the project has the series on the same weekdays, without people', async () => {
  const pid = `${crew.pid}-next`;
  await muster.db.transaction(async (trx) => {
    await trx
      .insertInto('task_kinds')
      .values({ id: `k${crew.pid.slice(8)}`, pid: crew.pid, name: 'Desk' })
      .execute();
    await trx
      .updateTable('people')
      .set({ administrator_since: muster.clock.now().toISOString() })
      .where('uid', '=', crew.owner.uid)
      .execute();
  });
  const { tasks } = await create({ kind: `k${crew.pid.slice(8)}`, opens_at: '2026-07-01T10:00:00+08:00' });
  await join(crew.member, tasks[0]?.id);
  // 2026-08-08 is a Saturday. The next event begins on a Friday as well, in a zone with another offset, and is shorter.
  const payload = {
    ...{ pid, name: 'Next', copy_from: crew.pid, timezone: 'Europe/Berlin', state: 'public' },
    ...{ starts_on: '2027-08-06', ends_on: '2027-08-07' },
  };
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
});
