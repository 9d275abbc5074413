import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createSeries, setDates } from '../../../../../test/support/world/planning.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Crew } from '../../../../../test/support/world.ts';

const muster = useApp();
let crew: Crew;

beforeEach(async () => {
  await muster.deliverNotices();
  crew = await createCrew(muster);
  await setDates(muster, crew.pid, { starts_on: '2026-08-07', ends_on: '2026-08-09', timezone: 'Asia/Taipei' });
});

/** The task begins at 10:00 in Taipei. */
async function addTask(title: string, day: string) {
  const times = { starts_at: `${day}T02:00:00Z`, ends_at: `${day}T04:00:00Z` };
  const created = await crew.as(crew.owner, 'POST', 'tasks', { title, ...times, capacity: 1 });
  expect(created.statusCode).toBe(201);
}

test('a copy of the project has the series and tasks on the same weekdays, without people', async () => {
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
  const { tasks } = await createSeries(crew, {
    kind: `k${crew.pid.slice(8)}`,
    place,
    opens_at: '2026-07-01T10:00:00+08:00',
  });
  await crew.as(crew.member, 'PUT', `tasks/${tasks[0]?.id}/attendance`);
  // 2026-08-08 is a Saturday. The next event begins on a Friday as well, in a zone with another offset, and is shorter.
  const next = { timezone: 'Europe/Berlin', starts_on: '2027-08-06', ends_on: '2027-08-07' };
  // The tasks on the Sunday are left out, and the preview says so. Building up and tearing down are not on event days.
  await addTask('Build up', '2026-08-05');
  await addTask('Sound check', '2026-08-07');
  await addTask('Last dance', '2026-08-09');
  await addTask('Tear down', '2026-08-10');
  const days = `starts_on=${next.starts_on}&ends_on=${next.ends_on}`;
  const preview = await crew.as(crew.owner, 'GET', `plan-copy?${days}`);
  expect(preview.json()).toEqual({ kinds: 1, places: 1, skills: 1, series: 1, tasks: 6, left_out: 4 });
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
  const desks = copied.filter(({ title }) => title === 'Registration desk');
  expect(copied.map(({ title, starts_at }) => [title, starts_at])).toEqual([
    ['Build up', '2027-08-04T08:00:00.000Z'],
    ['Sound check', '2027-08-06T08:00:00.000Z'],
    ['Registration desk', '2027-08-07T06:00:00.000Z'],
    ['Registration desk', '2027-08-07T08:00:00.000Z'],
    ['Registration desk', '2027-08-07T10:00:00.000Z'],
    ['Tear down', '2027-08-09T08:00:00.000Z'],
  ]);
  expect(copied.map(({ attendee_count: people }) => people)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(copied.map(({ series_id: id }) => id)).toEqual([null, null, ...desks.map(() => series[0]?.id), null]);
  // Kinds, places and skills of the new project, not of the old one; people say each year what they can do.
  const [kind] = (await muster.call({ url: `/api/projects/${pid}/task-kinds`, headers: crew.owner.headers })).json()
    .data;
  const [hall] = (await muster.call({ url: `/api/projects/${pid}/places`, headers: crew.owner.headers })).json().data;
  const [till] = (await muster.call({ url: `/api/projects/${pid}/skills`, headers: crew.owner.headers })).json().data;
  expect([kind, hall, till]).toMatchObject([{ name: 'Desk', requires: [till.id] }, { name: 'Hall' }, { name: 'Till' }]);
  expect(till.id).not.toBe(skill);
  expect(desks[0]).toMatchObject({ kind_id: kind.id, place_id: hall.id });
  const people = muster.db.read.selectFrom('person_skills').select('uid').where('skill_id', '=', till.id);
  expect(await people.execute()).toEqual([]);
});

test('a one-day event on another weekday gets the tasks of its day', async () => {
  await setDates(muster, crew.pid, { starts_on: '2026-08-08', ends_on: '2026-08-08' });
  await addTask('Build up', '2026-08-07');
  await addTask('Gate', '2026-08-08');
  const preview = async (day: string) =>
    (await crew.as(crew.owner, 'GET', `plan-copy?starts_on=${day}&ends_on=${day}`)).json();
  expect(await preview('2027-08-08')).toMatchObject({ tasks: 2, left_out: 0 });
  expect(await preview('2027-08-07')).toMatchObject({ tasks: 2, left_out: 0 });
});
