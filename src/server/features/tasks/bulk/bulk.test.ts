import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { addGateAndBar, setDates, storedTasks } from '../../../../../test/support/world/planning.ts';
import { browserOf, createTask } from '../../../../../test/support/factories.ts';
import { expectCountsToHold } from '../../../../../test/support/races/races.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Crew } from '../../../../../test/support/world.ts';
import type { CreatedTasks, TaskSelectionChanged } from './bulk.schema.ts';

const muster = useApp();
let crew: Crew;

beforeEach(async () => {
  await muster.deliverNotices();
  crew = await createCrew(muster);
  await setDates(muster, crew.pid, { starts_on: '2026-08-07', ends_on: '2026-08-09', timezone: 'Europe/Berlin' });
  await addGateAndBar(muster, crew.pid);
});

const listTasks = () => storedTasks(muster, crew.pid);
const undo = (step: string | null) => crew.as(crew.owner, 'POST', `planning-steps/${step}/undo`);
const times = (start: string, end: string) => ({
  starts_at: `2026-08-08T${start}:00.000Z`,
  ends_at: `2026-08-08T${end}:00.000Z`,
});

test('a day is copied at the same times by the clock, without people, only what the caller plans', async () => {
  await setDates(muster, crew.pid, { starts_on: '2026-10-24', ends_on: '2026-10-26' });
  const night = {
    starts_at: '2026-10-23T22:30:00.000Z',
    ends_at: '2026-10-24T02:00:00.000Z',
    tid: 'venue',
    title: 'Night',
  };
  const task = await createTask(muster, crew.pid, night);
  await createTask(muster, crew.pid, { ...night, tid: 'press', title: 'Press' });
  await crew.as(crew.member, 'PUT', `tasks/${task}/attendance`);
  const body = { from_day: '2026-10-24', to_day: '2026-10-25' };
  const preview: CreatedTasks = (await crew.as(crew.chief, 'POST', 'tasks/copies?dry_run=true', body)).json();
  const tearDown = { ...body, to_day: '2026-10-28' };
  expect((await crew.as(crew.chief, 'POST', 'tasks/copies?dry_run=true', tearDown)).json()).toMatchObject({
    tasks: [{ starts_at: '2026-10-27T23:30:00.000Z' }],
  });
  const copied = { title: 'Night', starts_at: '2026-10-24T22:30:00.000Z', ends_at: '2026-10-25T03:00:00.000Z' };
  expect(preview).toMatchObject({ step: null, tasks: [{ id: null, ...copied }] });
  const response = await crew.as(crew.chief, 'POST', 'tasks/copies', body);
  expect(response.statusCode).toBe(201);
  const { step }: CreatedTasks = response.json();
  expect((await listTasks()).filter(({ title }) => title === 'Night')).toMatchObject([
    { attendee_count: 1 },
    { ...copied, attendee_count: 0, created_by: crew.chief.uid },
  ]);
  expect((await undo(step)).statusCode).toBe(204);
  expect(await listTasks()).toHaveLength(2);
  const pointer = async (fields: object) =>
    (await crew.as(crew.owner, 'POST', 'tasks/copies', { ...body, ...fields })).json().errors[0].pointer;
  expect(await pointer({ to_day: '2027-10-25' })).toBe('/to_day');
  expect(await pointer({ to_day: '2026-10-24' })).toBe('/to_day');
  expect(await pointer({ from_day: '2026-10-26' })).toBe('/from_day');
  expect(await pointer({ tids: ['nobody'] })).toBe('/tids/0');
  expect((await crew.as(crew.chief, 'POST', 'tasks/copies', { ...body, tids: ['press'] })).statusCode).toBe(403);
});

const select = (ids: readonly string[]) => ids.map((id) => ({ id }));
const change = (who: 'owner' | 'chief', body: object, query = '') =>
  crew.as(crew[who], 'POST', `tasks/changes${query}`, body);

test('a selection is changed and moved together, people are notified once, and undo restores it', async () => {
  const ids = [
    await createTask(muster, crew.pid, { ...times('06:00', '08:00'), tid: 'venue', title: 'A' }),
    await createTask(muster, crew.pid, { ...times('08:00', '10:00'), tid: 'venue', title: 'B' }),
  ];
  for (const id of ids) await crew.as(crew.member, 'PUT', `tasks/${id}/attendance`);
  const before = await listTasks();
  const body = { tasks: select(ids), set: { category: 'bar', min_people: 2 }, move_minutes: 30 };
  const queries = muster.db.queryCount();
  const response = await change('chief', body);
  const used = muster.db.queryCount() - queries;
  expect(response.statusCode).toBe(200);
  const changed: TaskSelectionChanged = response.json();
  expect(changed.changed).toMatchObject([
    { ...times('06:30', '08:30'), min_people: 2 },
    { ...times('08:30', '10:30') },
  ]);
  expect((await muster.deliverNotices()).map(({ to }) => to)).toEqual([crew.member.email]);
  expect((await undo(changed.step)).statusCode).toBe(204);
  expect(await listTasks()).toEqual(before);
  await muster.deliverNotices();
  const start = muster.db.queryCount();
  await change('chief', { ...body, tasks: select(ids.slice(0, 1)), move_minutes: -30 });
  expect(muster.db.queryCount() - start).toBe(used);
});

test('tasks moved by days keep their time of day when clocks change', async () => {
  await setDates(muster, crew.pid, { starts_on: '2026-08-07', ends_on: '2026-08-09', timezone: 'Europe/Berlin' });
  const id = await createTask(muster, crew.pid, { ...times('06:00', '08:00'), tid: 'venue' });
  const moved = async (body: object) => (await change('chief', { tasks: select([id]), ...body })).json().changed[0];
  const winter = { starts_at: '2026-11-06T07:00:00.000Z', ends_at: '2026-11-06T09:00:00.000Z' };
  expect(await moved({ move_days: 90 })).toMatchObject(winter);
  expect(await moved({ move_days: -90, move_minutes: 60 })).toMatchObject(times('07:00', '09:00'));
  const refused = await change('chief', { tasks: select([id]), move_days: 367 });
  expect(refused.json()).toMatchObject({ status: 400, errors: [{ pointer: '/move_days' }] });
});

test('tasks moved into an hour that clocks skip keep their length', async () => {
  await setDates(muster, crew.pid, { starts_on: '2027-03-26', ends_on: '2027-03-28', timezone: 'Europe/Berlin' });
  const night = { starts_at: '2027-03-27T01:00:00.000Z', ends_at: '2027-03-27T02:00:00.000Z' };
  const id = await createTask(muster, crew.pid, { ...night, tid: 'venue' });
  const moved = (await change('chief', { tasks: select([id]), move_days: 1 })).json();
  expect(moved.changed).toMatchObject([{ starts_at: '2027-03-28T01:00:00.000Z', ends_at: '2027-03-28T02:00:00.000Z' }]);
});

test('moved onto another task of the same person, the person is named, released only on request, and restored by undo', async () => {
  const [moved, other] = [
    await createTask(muster, crew.pid, { ...times('06:00', '08:00'), tid: 'venue', title: 'Moved' }),
    await createTask(muster, crew.pid, { ...times('08:00', '10:00'), tid: 'venue', title: 'Other' }),
  ];
  for (const id of [moved, other]) await crew.as(crew.member, 'PUT', `tasks/${id}/attendance`);
  const before = await listTasks();
  const body = { tasks: select([moved]), move_minutes: 60 };
  const refused = await change('owner', body);
  expect(refused.json()).toMatchObject({
    code: 'places_lost',
    errors: [{ pointer: `/tasks/${moved}/attendees/${crew.member.uid}`, detail: 'Mia: Moved (task_overlap)' }],
  });
  expect(await listTasks()).toEqual(before);
  expect((await change('owner', body, '?dry_run=true')).json()).toMatchObject({ released: [{ uid: crew.member.uid }] });
  const released: TaskSelectionChanged = (await change('owner', body, '?release=true')).json();
  expect(released.released).toMatchObject([{ name: 'Mia', reason: 'task_overlap' }]);
  await expectCountsToHold(muster);
  const [mail] = await muster.deliverNotices();
  expect(mail?.to).toBe(crew.member.email);
  const notices = (await muster.call({ url: '/api/me/notices', headers: crew.member.headers })).json();
  expect(notices.data.map(({ kind }: { kind: string }) => kind)).toEqual(['task.removed']);
  expect((await undo(released.step)).statusCode).toBe(204);
  expect(await listTasks()).toEqual(before);
  await expectCountsToHold(muster);
  // Both together do not collide.
  expect((await change('owner', { tasks: select([moved, other]), move_minutes: 60 })).statusCode).toBe(200);
});

test('another kind is checked by its rules for everybody on the tasks', async () => {
  const id = await createTask(muster, crew.pid, { ...times('06:00', '08:00'), tid: 'venue', title: 'Bar' });
  await crew.as(crew.member, 'PUT', `tasks/${id}/attendance`);
  const kind = `bar${crew.pid.slice(8)}`;
  const body = { tasks: select([id]), set: { kind } };
  await muster.db.transaction((trx) =>
    trx.updateTable('task_kinds').set({ min_age: 18 }).where('id', '=', kind).execute(),
  );
  expect((await change('owner', body)).json()).toMatchObject({
    code: 'places_lost',
    errors: [{ detail: 'Mia: Bar (not_possible)' }],
  });
  await muster.db.transaction((trx) =>
    trx.updateTable('task_kinds').set({ min_age: null }).where('id', '=', kind).execute(),
  );
  expect((await change('owner', body)).statusCode).toBe(200);
  // Who is on the task is not checked again by what has nothing to do with the rules.
  await muster.db.transaction((trx) =>
    trx.updateTable('task_kinds').set({ min_age: 18 }).where('id', '=', kind).execute(),
  );
  const renamed = await change('owner', { tasks: select([id]), set: { title: 'Counter' } });
  expect(renamed.json()).toMatchObject({ changed: [{ title: 'Counter' }], released: [] });
  const again = await change('owner', { tasks: select([id]), set: { title: 'Counter' } });
  expect(again.json()).toMatchObject({ changed: [] });
});

test('who would rest too little is named with the kind whose rule it is, and its limit', async () => {
  const kind = `bar${crew.pid.slice(8)}`;
  await muster.db.transaction((trx) =>
    trx.updateTable('task_kinds').set({ min_age: null, rest_minutes: 480 }).where('id', '=', kind).execute(),
  );
  const ids = [
    await createTask(muster, crew.pid, { ...times('06:00', '08:00'), tid: 'venue', title: 'Bar' }),
    await createTask(muster, crew.pid, { ...times('10:00', '11:00'), tid: 'venue', title: 'Next' }),
  ];
  for (const id of ids) await crew.as(crew.member, 'PUT', `tasks/${id}/attendance`);
  const { name } = await muster.db.read
    .selectFrom('task_kinds')
    .select('name')
    .where('id', '=', kind)
    .executeTakeFirstOrThrow();
  const body = { tasks: select(ids.slice(0, 1)), set: { kind } };
  expect((await change('owner', body)).json().errors).toMatchObject([
    { detail: `Mia: Bar (too_little_rest: ${name}, 480 minutes)` },
  ]);
  expect((await change('owner', body, '?dry_run=true')).json().released).toMatchObject([
    { reason: 'too_little_rest', rule: { kind: name, minutes: 480 } },
  ]);
});

test('deleted tasks name their people, and undo brings both back unless somebody has joined something else', async () => {
  const id = await createTask(muster, crew.pid, { ...times('06:00', '08:00'), tid: 'venue', title: 'Gone' });
  await crew.as(crew.member, 'PUT', `tasks/${id}/attendance`);
  const before = await listTasks();
  const body = { tasks: select([id]), delete: true };
  expect((await change('chief', body)).json()).toMatchObject({ code: 'places_lost' });
  const removed: TaskSelectionChanged = (await change('chief', body, '?release=true')).json();
  expect(await listTasks()).toEqual([]);
  const { data: entries } = (await crew.as(crew.owner, 'GET', `../../audit?project=${crew.pid}`)).json();
  expect(entries).toContainEqual(
    expect.objectContaining({ kind: 'tasks.removed', detail: expect.objectContaining({ released: 1 }) }),
  );
  const meanwhile = await createTask(muster, crew.pid, {
    ...times('07:00', '09:00'),
    tid: 'venue',
    title: 'Meanwhile',
  });
  await crew.as(crew.member, 'PUT', `tasks/${meanwhile}/attendance`);
  expect((await undo(removed.step)).json()).toMatchObject({ code: 'step_overtaken', detail: 'Gone (task_overlap)' });
  await change('owner', { tasks: select([meanwhile]), delete: true }, '?release=true');
  expect((await undo(removed.step)).statusCode).toBe(204);
  expect(await listTasks()).toEqual(before);
  await expectCountsToHold(muster);
});

test('a place that becomes free goes to the person who waits for it', async () => {
  const id = await createTask(muster, crew.pid, { ...times('06:00', '08:00'), tid: 'venue', capacity: 1 });
  await crew.as(crew.chief, 'PUT', `tasks/${id}/attendance`);
  expect((await crew.as(crew.member, 'PUT', `tasks/${id}/attendance`, { wait: true })).statusCode).toBeLessThan(300);
  expect((await change('owner', { tasks: select([id]), set: { capacity: 2 } })).statusCode).toBe(200);
  expect((await listTasks()).map(({ attendee_count: count }) => count)).toEqual([2]);
  await expectCountsToHold(muster);
});

test('a step about somebody who erases their account is forgotten', async () => {
  const id = await createTask(muster, crew.pid, { ...times('06:00', '08:00'), tid: 'venue' });
  await crew.as(crew.member, 'PUT', `tasks/${id}/attendance`);
  const body = { tasks: select([id]), delete: true };
  const { step }: TaskSelectionChanged = (await change('chief', body, '?release=true')).json();
  const headers = await browserOf(muster, crew.member);
  expect((await muster.call({ method: 'DELETE', url: '/api/me', headers })).statusCode).toBe(204);
  expect((await undo(step)).statusCode).toBe(404);
});

test('an undo within two minutes notifies nobody', async () => {
  const id = await createTask(muster, crew.pid, { ...times('06:00', '08:00'), tid: 'venue' });
  await crew.as(crew.member, 'PUT', `tasks/${id}/attendance`);
  for (const body of [{ delete: true }, { move_minutes: 15 }, { set: { title: 'New' } }]) {
    const { step }: TaskSelectionChanged = (
      await change('chief', { tasks: select([id]), ...body }, '?release=true')
    ).json();
    expect((await undo(step)).statusCode).toBe(204);
  }
  expect(await muster.deliverNotices()).toEqual([]);
});

test('a selection is all or nothing', async () => {
  const ids = [
    await createTask(muster, crew.pid, { ...times('06:00', '08:00'), tid: 'venue', capacity: 2 }),
    await createTask(muster, crew.pid, { ...times('08:00', '10:00'), tid: 'press' }),
  ];
  await crew.as(crew.member, 'PUT', `tasks/${ids[0]}/attendance`);
  await crew.as(crew.chief, 'PUT', `tasks/${ids[0]}/attendance`);
  const before = await listTasks();
  const tasks = select(ids);
  expect((await change('chief', { tasks, move_minutes: 5 })).statusCode).toBe(403);
  expect((await change('owner', { tasks: [...tasks, { id: 'unknown' }], move_minutes: 5 })).json()).toMatchObject({
    status: 422,
    errors: [{ pointer: '/tasks/2/id' }],
  });
  expect(
    (await change('owner', { tasks: [{ id: ids[0], revision: 9 }, { id: ids[1] }], move_minutes: 5 })).json(),
  ).toMatchObject({
    code: 'stale',
    errors: [{ pointer: '/tasks/0/revision' }],
  });
  expect((await change('owner', { tasks, set: { capacity: 1 } })).json()).toMatchObject({
    code: 'task_has_attendees',
    errors: [{ pointer: `/tasks/${ids[0]}/capacity` }],
  });
  expect((await change('owner', { tasks, set: { min_people: 9 } })).json()).toMatchObject({
    errors: [{ pointer: '/set/min_people' }],
  });
  expect((await change('owner', { tasks, set: { tid: null, visibility: 'team' } })).json()).toMatchObject({
    errors: [{ pointer: '/set/visibility' }],
  });
  expect((await change('owner', { tasks, set: { kind: 'unknown' } })).json()).toMatchObject({
    errors: [{ pointer: '/set/kind' }],
  });
  expect((await change('owner', { tasks, set: { tid: 'unknown' } })).json()).toMatchObject({
    errors: [{ pointer: '/set/tid' }],
  });
  expect((await change('owner', { tasks, delete: true, move_minutes: 5 })).json()).toMatchObject({
    errors: [{ pointer: '/delete' }],
  });
  expect((await change('owner', { tasks })).statusCode).toBe(400);
  const many = Array.from({ length: 501 }, (_, index) => ({ id: `task${index}` }));
  expect((await change('owner', { tasks: many, delete: true })).json()).toMatchObject({
    errors: [{ pointer: '/tasks' }],
  });
  expect(await listTasks()).toEqual(before);
});
