import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createSeries, desk, setDates, storedTasks } from '../../../../../test/support/world/planning.ts';
import { createTask } from '../../../../../test/support/factories.ts';
import { expectCountsToHold } from '../../../../../test/support/races/races.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import type { ChangedSeries, RemovedSeries } from './series.schema.ts';

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
const undo = (who: Caller, step: string | null) => crew.as(who, 'POST', `planning-steps/${step}/undo`);

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

test('a series from before they had a briefing shows none, and a change leaves what the tasks have', async () => {
  const { id, tasks } = await create();
  const { definition } = await muster.db.read
    .selectFrom('task_series')
    .select('definition')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { briefing: _, ...old } = JSON.parse(definition);
  await muster.db.transaction((trx) =>
    trx
      .updateTable('task_series')
      .set({ definition: JSON.stringify(old) })
      .where('id', '=', id)
      .execute(),
  );
  await crew.as(crew.chief, 'PATCH', `tasks/${tasks[0]?.id}`, { briefing: 'Bring the keys.' });
  expect((await crew.as(crew.chief, 'GET', `task-series/${id}`)).json()).toMatchObject({ briefing: '' });
  await crew.as(crew.chief, 'PATCH', `task-series/${id}`, { capacity: 5 });
  expect((await listTasks()).map(({ briefing, capacity }) => [briefing, capacity])).toEqual(
    tasks.map((_task, index) => [index === 0 ? 'Bring the keys.' : '', 5]),
  );
  await crew.as(crew.chief, 'PATCH', `task-series/${id}`, { briefing: 'Use the back door.' });
  expect((await listTasks()).map(({ briefing }) => briefing)).toEqual(tasks.map(() => 'Use the back door.'));
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
      rule: null,
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

test('a series can be changed after its kind was deleted and the dates of the project have moved', async () => {
  const kind = `k${crew.pid.slice(8)}`;
  const kinds = { id: kind, pid: crew.pid, name: 'Desk' };
  await muster.db.transaction((trx) => trx.insertInto('task_kinds').values(kinds).execute());
  const { id } = await create({ kind });
  await muster.db.transaction((trx) => trx.deleteFrom('task_kinds').where('id', '=', kind).execute());
  await setDates(muster, crew.pid, { starts_on: '2027-08-08', ends_on: '2027-08-08' });
  const changed = await crew.as(crew.chief, 'PATCH', `task-series/${id}`, { to: '16:00' });
  expect(changed.statusCode).toBe(200);
  const days = ['2027-08-08', '2026-08-09'];
  expect((await crew.as(crew.chief, 'PATCH', `task-series/${id}`, { days })).json()).toMatchObject({
    status: 400,
    errors: [{ pointer: '/days/1' }],
  });
});

test('tasks that are added to a series grant its skill until that is deleted', async () => {
  const createSkill = async (name: string): Promise<string> =>
    (await crew.as(crew.owner, 'POST', 'skills', { name, granted: true })).json().id;
  const [skill, other] = [await createSkill('First aid'), await createSkill('Driving')];
  const { id } = await create({ grants_skill: skill });
  const granted = async (to: string) => {
    expect((await crew.as(crew.chief, 'PATCH', `task-series/${id}`, { to })).statusCode).toBe(200);
    return (await listTasks()).map(({ grants_skill }) => grants_skill);
  };
  expect(await granted('16:00')).toEqual(Array.from({ length: 8 }, () => skill));
  for (const one of [skill, other]) await crew.as(crew.owner, 'DELETE', `skills/${one}`);
  expect(await granted('18:00')).toEqual(Array.from({ length: 10 }, () => null));
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

test('a step remembers only what it changed, and there are at most 100 in an hour', async () => {
  const { id, tasks } = await create({ description: 'A long text. '.repeat(20) });
  const changed: ChangedSeries = (await crew.as(crew.chief, 'PATCH', `task-series/${id}`, { capacity: 3 })).json();
  const steps = muster.db.read.selectFrom('planning_steps').selectAll();
  const stored = await steps.where('id', '=', changed.step ?? '').executeTakeFirstOrThrow();
  expect(JSON.parse(stored.before).tasks).toEqual(
    tasks.map((task) => ({ id: task.id, before: { capacity: 2 }, revision: 2 })),
  );
  const rows = Array.from({ length: 100 }, (_, index) => ({ ...stored, id: `${stored.id}-${index}` }));
  await muster.db.transaction((trx) => trx.insertInto('planning_steps').values(rows).execute());
  const refused = await crew.as(crew.chief, 'PATCH', `task-series/${id}`, { capacity: 4 });
  expect(refused.json()).toMatchObject({ status: 422, code: 'not_allowed' });
  expect((await crew.as(crew.owner, 'PATCH', `task-series/${id}`, { capacity: 4 })).statusCode).toBe(200);
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
  await muster.services.runExpiry();
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
  expect(stale.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 412]);
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

test('a changed series does not set a minimum above the places of a task that was changed by hand', async () => {
  const { id, tasks } = await create();
  await crew.as(crew.owner, 'PATCH', `tasks/${tasks[0]?.id}`, { capacity: 1 });
  const url = `task-series/${id}`;
  for (const path of [url, `${url}?dry_run=true`]) {
    expect((await crew.as(crew.chief, 'PATCH', path, { min_people: 2 })).json()).toMatchObject({
      status: 400,
      errors: [{ pointer: '/min_people' }],
    });
  }
  expect((await crew.as(crew.chief, 'PATCH', url, { min_people: 2, capacity: 3 })).statusCode).toBe(200);
});

test('a changed series leaves tasks that have begun as they are, and adds none in the past', async () => {
  const { id, tasks } = await create();
  await join(crew.member, tasks[0]?.id);
  const begun = (await listTasks()).slice(0, 2);
  // 11:00 on the first day: one task is over, one is in progress.
  muster.clock.advance((Date.parse('2026-08-08T03:00:00Z') - muster.clock.now().getTime()) / 1000);
  await muster.deliverNotices();
  const change = { every_minutes: 60, title: 'Welcome desk', days: ['2026-08-08'] };
  const changed: ChangedSeries = (await crew.as(crew.chief, 'PATCH', `task-series/${id}?release=true`, change)).json();
  expect(changed).toMatchObject({
    kept: [],
    moved: [{ id: tasks[2]?.id, starts_at: '2026-08-08T04:00:00.000Z' }],
    added: [{ starts_at: '2026-08-08T05:00:00.000Z' }],
    released: [],
  });
  const stored = await listTasks();
  expect(stored.slice(0, 2)).toEqual(begun);
  expect(stored.slice(2).map(({ title, starts_at }) => [title, starts_at])).toEqual([
    ['Welcome desk', '2026-08-08T04:00:00.000Z'],
    ['Welcome desk', '2026-08-08T05:00:00.000Z'],
  ]);
});
