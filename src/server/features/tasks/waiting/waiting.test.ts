import { beforeAll, beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { browserOf, createPerson } from '../../../../../test/support/factories.ts';
import type { NewTask, Task } from '../tasks.schema.ts';

const muster = useApp();
let crew: Crew;
let ada: Caller | undefined;
let ben: Caller | undefined;
let cleo: Caller | undefined;
let dan: Caller | undefined;
beforeAll(async () => {
  crew = await createCrew(muster);
  [ada, ben, cleo, dan] = await createMembers(muster, crew.pid, 'venue', 4);
});

let start = 0;
/** Each test has days of its own, far from the others. */
beforeEach(() => {
  muster.clock.advance(4 * 86_400);
  start = muster.clock.now().getTime() + 2 * 86_400_000;
});

const hour = 3_600_000;
const hoursBefore = (count: number) =>
  muster.clock.advance((start - count * hour - muster.clock.now().getTime()) / 1000);
const runPlaces = () =>
  muster.services.jobList.find(({ name }) => name === 'places')?.run(new AbortController().signal);

async function createTask(fields: Partial<NewTask> = {}, from = 0): Promise<Task> {
  const response = await crew.as(crew.owner, 'POST', 'tasks', {
    title: 'Front desk',
    tid: 'venue',
    starts_at: new Date(start + from * hour).toISOString(),
    ends_at: new Date(start + (from + 2) * hour).toISOString(),
    capacity: 1,
    ...fields,
  });
  expect(response.statusCode).toBe(201);
  return response.json();
}

const join = async (person: Caller | undefined, { id }: Task, wait = true) =>
  crew.as(person ?? crew.member, 'PUT', `tasks/${id}/attendance`, wait ? { wait } : undefined);
const leave = async (person: Caller | undefined, { id }: Task) =>
  crew.as(person ?? crew.member, 'DELETE', `tasks/${id}/attendance`);
const read = async (person: Caller | undefined, { id }: Task): Promise<Task> =>
  (await crew.as(person ?? crew.member, 'GET', `tasks/${id}`)).json();
const waiting = async ({ id }: Task) =>
  (await crew.as(crew.owner, 'GET', `tasks/${id}/waiting`))
    .json()
    .data.map(({ uid, position }: { uid: string; position: number }) => [position, uid]);

test('people wait in order, and a place that becomes free goes to the first', async () => {
  const task = await createTask();
  expect((await join(ada, task)).statusCode).toBe(204);
  expect((await join(ben, task)).json()).toEqual({ state: 'waiting', position: 1 });
  expect((await join(cleo, task)).json()).toEqual({ state: 'waiting', position: 2 });
  expect((await join(cleo, task)).json()).toEqual({ state: 'waiting', position: 2 });
  expect((await join(dan, task, false)).json().code).toBe('task_full');
  expect(await read(cleo, task)).toMatchObject({
    joined: false,
    waiting_count: 2,
    waiting: { position: 2, offered_until: null },
    rights: { wait: false, join: false },
  });
  expect(await read(dan, task)).toMatchObject({ waiting: null, rights: { wait: true, join: false } });
  expect((await leave(ada, task)).statusCode).toBe(204);
  expect(await read(ben, task)).toMatchObject({ joined: true, attendee_count: 1, waiting: null });
  expect(await waiting(task)).toEqual([[1, cleo?.uid]]);
  const notices = (await muster.call({ method: 'GET', url: '/api/me/notices', headers: ben?.headers ?? {} })).json();
  expect(notices.data[0]).toMatchObject({ kind: 'task.added', texts: ['place.received.waiting'] });
});

test('who waited for a place hears how the task has changed since, also right after they got it', async () => {
  const task = await createTask();
  await join(ada, task);
  await join(ben, task);
  await leave(ada, task);
  await crew.as(crew.owner, 'PATCH', `tasks/${task.id}`, { title: 'Back desk' });
  const { data } = (await muster.call({ method: 'GET', url: '/api/me/notices', headers: ben?.headers ?? {} })).json();
  expect(data.slice(0, 2)).toMatchObject([
    { texts: ['task.changed.renamed'], previous: { title: 'Front desk' }, values: { title: 'Back desk' } },
    { texts: ['place.received.waiting'], values: { title: 'Front desk' } },
  ]);
});

test('somebody who leaves the waiting list, or is removed by a planner, makes room', async () => {
  const task = await createTask();
  await join(ada, task);
  for (const person of [ben, cleo, dan]) await join(person, task);
  await leave(ben, task);
  expect(await waiting(task)).toEqual([
    [1, cleo?.uid],
    [2, dan?.uid],
  ]);
  expect((await crew.as(ada ?? crew.member, 'DELETE', `tasks/${task.id}/waiting/${dan?.uid}`)).statusCode).toBe(403);
  expect((await crew.as(crew.chief, 'DELETE', `tasks/${task.id}/waiting/${cleo?.uid}`)).statusCode).toBe(204);
  expect(await waiting(task)).toEqual([[1, dan?.uid]]);
});

test('a place shortly before the task is offered for 30 minutes, then goes to the next', async () => {
  const task = await createTask();
  await join(ada, task);
  for (const person of [ben, cleo]) await join(person, task);
  hoursBefore(5);
  await leave(ada, task);
  const offered = await read(ben, task);
  expect(offered).toMatchObject({ joined: false, attendee_count: 0, open_places: 0, waiting: { position: 1 } });
  expect(offered.waiting?.offered_until).not.toBeNull();
  // Nobody else can take it.
  expect((await join(dan, task, false)).json().code).toBe('task_full');
  expect((await crew.as(crew.owner, 'PATCH', `tasks/${task.id}`, { title: 'Desk' })).statusCode).toBe(200);
  muster.clock.advance(31 * 60);
  expect((await join(ben, task, false)).json().code).toBe('task_full');
  await runPlaces();
  expect(await read(ben, task)).toMatchObject({ joined: false, waiting: null });
  expect((await read(cleo, task)).waiting?.offered_until).not.toBeNull();
  const noticesOf = async (headers = {}) =>
    (await muster.call({ method: 'GET', url: '/api/me/notices', headers })).json();
  expect((await noticesOf(cleo?.headers)).data[0]).toMatchObject({ kind: 'place.offered' });
  expect((await join(cleo, task, false)).statusCode).toBe(204);
  expect(await read(cleo, task)).toMatchObject({ joined: true, attendee_count: 1, waiting_count: 0 });
  const kinds = (await noticesOf(cleo?.headers)).data.map(({ kind }: { kind: string }) => kind);
  expect(kinds).not.toContain('place.offered');
  const notices = await noticesOf(ben?.headers);
  expect(notices.data[0]).toMatchObject({ kind: 'place.waiting', texts: ['place.waiting.lapsed'] });
});

test('somebody who declines an offer passes it on', async () => {
  const task = await createTask();
  await join(ada, task);
  for (const person of [ben, cleo]) await join(person, task);
  hoursBefore(2);
  await leave(ada, task);
  await leave(ben, task);
  expect((await read(cleo, task)).waiting).toMatchObject({ position: 1 });
  expect((await read(cleo, task)).waiting?.offered_until).not.toBeNull();
});

test('a person with another task at that time is skipped and keeps the position', async () => {
  const [task, other] = [await createTask(), await createTask({}, 1)];
  await join(ada, task);
  for (const person of [ben, cleo, dan]) await join(person, task);
  expect((await join(ben, other, false)).statusCode).toBe(204);
  await leave(ada, task);
  expect(await read(cleo, task)).toMatchObject({ joined: true });
  expect(await waiting(task)).toEqual([
    [1, ben?.uid],
    [2, dan?.uid],
  ]);
  // More places: the second of those who wait gets one, and the first once nothing is in the way.
  await crew.as(crew.owner, 'PATCH', `tasks/${task.id}`, { capacity: 3 });
  expect(await read(dan, task)).toMatchObject({ joined: true, attendee_count: 2 });
  await leave(ben, other);
  await runPlaces();
  expect(await read(ben, task)).toMatchObject({ joined: true, attendee_count: 3, waiting_count: 0 });
});

test('a suspended person loses the place to the next and waits no longer', async () => {
  const [task, full] = [await createTask(), await createTask({}, 5)];
  const [eve] = await createMembers(muster, crew.pid, 'venue', 1);
  await join(eve, task);
  await join(ada, full);
  await join(eve, full);
  await join(ben, task);
  const administrator = await browserOf(muster, await createPerson(muster, { administrator: true }));
  const url = `/api/users/${eve?.uid}/suspension`;
  expect((await muster.call({ method: 'PUT', url, headers: administrator, payload: {} })).statusCode).toBe(204);
  expect(await read(ben, task)).toMatchObject({ joined: true });
  expect(await waiting(full)).toEqual([]);
});

test('only planners wait for a task that planners fill', async () => {
  const task = await createTask({ joining: 'planners' });
  await crew.as(crew.owner, 'PUT', `tasks/${task.id}/attendees/${ada?.uid}`);
  expect((await join(ben, task)).json().code).toBe('planners_only');
  expect((await join(ben, { ...task, id: '01jd0c8m3v5q2w7x9y1z4b6n8k' })).statusCode).toBe(404);
});

test('who asks again after an offer has lapsed goes to the end of the list and stays there', async () => {
  const task = await createTask();
  await join(ada, task);
  for (const person of [ben, cleo]) await join(person, task);
  hoursBefore(5);
  await leave(ada, task);
  muster.clock.advance(31 * 60);
  expect((await join(ben, task)).json()).toEqual({ state: 'waiting', position: 2 });
  await runPlaces();
  expect((await read(cleo, task)).waiting?.offered_until).not.toBeNull();
  expect(await read(ben, task)).toMatchObject({ waiting: { position: 2, offered_until: null } });
});

test('the notice of a held place goes when the task is deleted, alone or with others', async () => {
  const tasks = [await createTask(), await createTask({}, 3)];
  for (const task of tasks) {
    await join(ada, task);
    await join(ben, task);
  }
  hoursBefore(5);
  for (const task of tasks) await leave(ada, task);
  const offers = () =>
    muster.db.read
      .selectFrom('notices')
      .select('subject')
      .where('uid', '=', ben?.uid ?? '')
      .where('kind', '=', 'place.offered')
      .where(
        'subject',
        'in',
        tasks.map(({ id }) => id),
      )
      .execute();
  expect(await offers()).toHaveLength(2);
  const [alone, together] = tasks.map(({ id }) => id);
  expect((await crew.as(crew.owner, 'DELETE', `tasks/${alone}`)).statusCode).toBe(204);
  expect(await offers()).toEqual([{ subject: together }]);
  await crew.as(crew.owner, 'POST', 'tasks/changes', { tasks: [{ id: together }], delete: true });
  expect(await offers()).toEqual([]);
});

test('who comes too late for a held place can take another one', async () => {
  const task = await createTask();
  await join(ada, task);
  await join(ben, task);
  hoursBefore(5);
  await leave(ada, task);
  muster.clock.advance(31 * 60);
  await crew.as(crew.owner, 'PATCH', `tasks/${task.id}`, { capacity: 2 });
  expect((await join(ben, task, false)).statusCode).toBe(204);
  expect(await read(ben, task)).toMatchObject({ joined: true, attendee_count: 1, open_places: 1, waiting_count: 0 });
});

test('in an archived project nobody gets a place from the waiting list', async () => {
  const task = await createTask();
  await join(ada, task);
  await join(ben, task);
  const owner = await browserOf(muster, crew.owner);
  const setState = async (state: string) => {
    const url = `/api/projects/${crew.pid}`;
    const response = await muster.call({ method: 'PATCH', url, headers: owner, payload: { state } });
    expect(response.statusCode, response.body).toBe(200);
  };
  await setState('archived');
  await leave(ada, task);
  await runPlaces();
  expect(await read(ben, task)).toMatchObject({ joined: false, attendee_count: 0 });
  await setState('public');
  await runPlaces();
  expect(await read(ben, task)).toMatchObject({ joined: true });
});

test('nobody gets a place from the list once planners decide who joins', async () => {
  const task = await createTask();
  await join(ada, task);
  await join(ben, task);
  await crew.as(crew.owner, 'PATCH', `tasks/${task.id}`, { joining: 'planners' });
  await leave(ada, task);
  await runPlaces();
  expect(await read(crew.owner, task)).toMatchObject({ attendee_count: 0, open_places: 1, waiting_count: 1 });
  await crew.as(crew.owner, 'PATCH', `tasks/${task.id}`, { joining: 'open' });
  expect(await read(ben, task)).toMatchObject({ joined: true });
});

test('once a task has begun, nobody is put on its list or gets a place from it', async () => {
  const task = await createTask();
  await join(ada, task);
  await join(ben, task);
  hoursBefore(-1);
  expect((await join(cleo, task)).json().code).toBe('not_allowed');
  expect((await crew.as(crew.owner, 'DELETE', `tasks/${task.id}/attendees/${ada?.uid}`)).statusCode).toBe(204);
  expect(await read(ben, task)).toMatchObject({ joined: false, attendee_count: 0, waiting: { offered_until: null } });
});

test('a place is held no longer than until the task begins', async () => {
  const task = await createTask();
  await join(ada, task);
  await join(ben, task);
  hoursBefore(0.25);
  await leave(ada, task);
  expect((await read(ben, task)).waiting?.offered_until).toBe(task.starts_at);
});

test('who waits gets the place also before the time from which people can join', async () => {
  const task = await createTask();
  await join(ada, task);
  await join(ben, task);
  const opens_at = new Date(start - 3_600_000).toISOString();
  expect((await crew.as(crew.owner, 'PATCH', `tasks/${task.id}`, { opens_at })).statusCode).toBe(200);
  expect((await join(cleo, task)).json().code).toBe('not_open_yet');
  await leave(ada, task);
  expect(await read(ben, task)).toMatchObject({ joined: true });
});
