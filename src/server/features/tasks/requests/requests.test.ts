import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import type { NewTask, Task } from '../tasks.schema.ts';

const muster = useApp();
let crew: Crew;
beforeAll(async () => {
  crew = await createCrew(muster);
});

let day = 0;
async function createTask(fields: Partial<NewTask> = {}): Promise<Task> {
  day += 1;
  const date = new Date(Date.UTC(2027, 0, day)).toISOString().slice(0, 10);
  const times = { starts_at: `${date}T09:00:00Z`, ends_at: `${date}T12:00:00Z` };
  const payload = { title: 'Desk', tid: 'venue', ...times, capacity: 2, ...fields };
  const response = await crew.as(crew.owner, 'POST', 'tasks', payload);
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
}

const join = (who: Caller, { id }: { id: string }) => crew.as(who, 'PUT', `tasks/${id}/attendance`);
const leave = (who: Caller, { id }: { id: string }) => crew.as(who, 'DELETE', `tasks/${id}/attendance`);
const read = (who: Caller, { id }: { id: string }) => crew.as(who, 'GET', `tasks/${id}`);
const decide = (who: Caller, { id }: { id: string }, person: Caller, approved: boolean) =>
  crew.as(who, 'PUT', `tasks/${id}/requests/${person.uid}`, { approved });
const listed = async (who: Caller, { id }: { id: string }) =>
  (await crew.as(who, 'GET', `join-requests?task=${id}`)).json().data.map(({ name }: { name: string }) => name);
const noticesOf = async (who: Caller, { id }: { id: string }) =>
  (
    await muster.db.read
      .selectFrom('notices')
      .select('kind')
      .where('uid', '=', who.uid)
      .where('subject', '=', id)
      .execute()
  ).map(({ kind }) => kind);
const helps = async ({ uid }: Caller) =>
  (await muster.db.read.selectFrom('helpers').select('uid').where('uid', '=', uid).execute()).length > 0;

test('a planner approves or declines a request, which the person is notified of and which ends the notice to planners', async () => {
  const task = await createTask({ joining: 'approval' });
  const asked = await join(crew.member, task);
  expect([asked.statusCode, (await join(crew.member, task)).statusCode]).toEqual([202, 202]);
  expect((await read(crew.member, task)).json()).toMatchObject({ joined: false, requested: true, attendee_count: 0 });
  expect([await listed(crew.chief, task), await listed(crew.otherChief, task)]).toEqual([['Mia'], []]);
  const totalFor = async (who: Caller) => (await crew.as(who, 'GET', `join-requests?task=${task.id}`)).json().total;
  expect([await totalFor(crew.chief), await totalFor(crew.otherChief)]).toEqual([1, 0]);
  expect(await noticesOf(crew.chief, task)).toEqual(['request.received']);
  expect((await decide(crew.otherChief, task, crew.member, true)).statusCode).toBe(403);
  expect((await decide(crew.chief, task, crew.member, true)).statusCode).toBe(204);
  expect((await read(crew.member, task)).json()).toMatchObject({ joined: true, requested: false });
  expect(await noticesOf(crew.member, task)).toEqual(['task.added']);
  expect(await noticesOf(crew.chief, task)).toEqual([]);
  expect(await listed(crew.chief, task)).toEqual([]);
  const log = await muster.db.read
    .selectFrom('audit')
    .select('detail')
    .where('kind', '=', 'attendance.added')
    .execute();
  expect(log.map(({ detail }) => detail)).toContain(JSON.stringify({ task: task.id, exchange: 'request' }));
  const next = await createTask({ joining: 'approval' });
  // The note can be changed; asking again without one keeps it. The chief is notified once.
  const notes = ['I did this last year.', 'I have a key.', 'I have a key.', undefined];
  for (const note of notes) await crew.as(crew.member, 'PUT', `tasks/${next.id}/attendance`, { note });
  const asking = (await crew.as(crew.chief, 'GET', `join-requests?task=${next.id}`)).json().data;
  expect(asking).toMatchObject([{ note: 'I have a key.' }]);
  expect(await noticesOf(crew.chief, next)).toEqual(['request.received']);
  const sent = await muster.db.read.selectFrom('audit').select('detail').where('kind', '=', 'request.sent').execute();
  expect(sent.filter(({ detail }) => detail?.includes(next.id))).toHaveLength(2);
  expect((await decide(crew.chief, next, crew.member, false)).statusCode).toBe(204);
  expect(await noticesOf(crew.member, next)).toEqual(['request.declined']);
  expect(await noticesOf(crew.chief, next)).toEqual([]);
  expect((await read(crew.member, next)).json()).toMatchObject({ requested: false, rights: { join: false } });
  expect((await join(crew.member, next)).statusCode).toBe(422);
  expect((await decide(crew.chief, next, crew.otherChief, true)).statusCode).toBe(404);
});

test('a request that is withdrawn withdraws the notice to the chiefs, and asking again notifies them again', async () => {
  const task = await createTask({ joining: 'approval' });
  for (let times = 0; times < 2; times += 1) {
    await join(crew.member, task);
    expect(await noticesOf(crew.chief, task)).toEqual(['request.received']);
    await leave(crew.member, task);
    expect(await noticesOf(crew.chief, task)).toEqual([]);
  }
});

test('a chief of another team who assigns themselves only asks for the place, and is answered so', async () => {
  const task = await createTask({ joining: 'approval' });
  const assign = (who: Caller, person: Caller) => crew.as(who, 'PUT', `tasks/${task.id}/attendees/${person.uid}`);
  const asked = await assign(crew.otherChief, crew.otherChief);
  expect([asked.statusCode, asked.json()]).toEqual([202, { state: 'requested', position: null }]);
  expect((await read(crew.otherChief, task)).json()).toMatchObject({ joined: false, requested: true });
  expect(await listed(crew.chief, task)).toEqual(['Otto']);
  expect((await crew.as(crew.chief, 'GET', `join-requests?task=${task.id}`)).json().data).toMatchObject([
    { attendee_count: 0, capacity: task.capacity },
  ]);
  expect((await assign(crew.otherChief, crew.member)).statusCode).toBe(403);
  expect((await assign(crew.chief, crew.chief)).statusCode).toBe(204);
  expect((await read(crew.chief, task)).json()).toMatchObject({ joined: true });
});

test('a request can be withdrawn; the rules apply when it is sent and when it is approved', async () => {
  const task = await createTask({ joining: 'approval' });
  await join(crew.member, task);
  expect((await leave(crew.member, task)).statusCode).toBe(204);
  expect((await read(crew.member, task)).json()).toMatchObject({ requested: false, rights: { join: true } });
  await join(crew.member, task);
  const { starts_at, ends_at } = task;
  const other = await createTask({ starts_at, ends_at });
  const refusals = async () =>
    (await crew.as(crew.chief, 'GET', `join-requests?task=${task.id}`))
      .json()
      .data.map((one: { refusal: string | null }) => one.refusal);
  expect(await refusals()).toEqual([null]);
  await join(crew.member, other);
  expect(await refusals()).toEqual(['task_overlap']);
  expect((await decide(crew.chief, task, crew.member, true)).json()).toMatchObject({ code: 'task_overlap' });
  const third = await createTask({ starts_at, ends_at, joining: 'approval' });
  expect((await join(crew.member, third)).json()).toMatchObject({ code: 'task_overlap' });
  expect((await join(crew.chief, task)).statusCode).toBe(204);
});

test('a task of a team exists only for its people and the owners', async () => {
  const task = await createTask({ visibility: 'team', category: 'secret' });
  const list = async (who: Caller) =>
    (await crew.as(who, 'GET', 'tasks?category=secret')).json().data.map(({ id }: Task) => id);
  const categories = async (who: Caller) =>
    (await crew.as(who, 'GET', 'task-categories')).json().data.map((one: { category: string }) => one.category);
  for (const who of [crew.owner, crew.chief, crew.member]) {
    expect([(await read(who, task)).statusCode, await list(who)]).toEqual([200, [task.id]]);
  }
  expect([(await read(crew.otherChief, task)).statusCode, await list(crew.otherChief)]).toEqual([404, []]);
  expect([await categories(crew.otherChief), await categories(crew.member)]).toEqual([[], ['secret']]);
  expect((await join(crew.otherChief, task)).statusCode).toBe(404);
  expect([(await read(crew.stranger, task)).statusCode, (await join(crew.stranger, task)).statusCode]).toEqual([
    403, 403,
  ]);
  await crew.as(crew.owner, 'PUT', `tasks/${task.id}/attendees/${crew.otherChief.uid}`);
  expect([(await read(crew.otherChief, task)).statusCode, await list(crew.otherChief)]).toEqual([200, [task.id]]);
});

test('anybody signed in joins an open task and becomes a helper until they leave the last one', async () => {
  const [open, second] = [await createTask({ visibility: 'signed_in' }), await createTask({ visibility: 'signed_in' })];
  const closed = await createTask();
  const list = async () => (await crew.as(crew.stranger, 'GET', 'tasks')).json().data.map(({ id }: Task) => id);
  expect(await list()).toEqual([open.id, second.id]);
  expect((await join(crew.stranger, closed)).statusCode).toBe(403);
  expect([(await join(crew.stranger, open)).statusCode, (await join(crew.stranger, second)).statusCode]).toEqual([
    204, 204,
  ]);
  expect(await helps(crew.stranger)).toBe(true);
  const mine = await crew.as(crew.stranger, 'GET', 'tasks?mine=true');
  expect(mine.json().data).toHaveLength(2);
  await leave(crew.stranger, open);
  expect(await helps(crew.stranger)).toBe(true);
  await leave(crew.stranger, second);
  expect(await helps(crew.stranger)).toBe(false);
  expect((await muster.call({ url: `/api/members/${crew.pid}` })).body).not.toContain('Sam');
});

test('lists are filtered by place, kind and missing people', async () => {
  const place = (await crew.as(crew.owner, 'POST', 'places', { name: 'Gate' })).json().id;
  const kind = (await crew.as(crew.owner, 'POST', 'task-kinds', { name: 'Door' })).json().id;
  const task = await createTask({ place, kind, min_people: 1 });
  await createTask({ place, min_people: 0 });
  const ids = async (query: string) =>
    (await crew.as(crew.owner, 'GET', `tasks?${query}`)).json().data.map(({ id }: Task) => id);
  expect(await ids(`kind=${kind}`)).toEqual([task.id]);
  expect(await ids(`place=${place}`)).toHaveLength(2);
  expect(await ids(`place=${place}&understaffed=true`)).toEqual([task.id]);
  await join(crew.member, task);
  expect(await ids(`place=${place}&understaffed=true`)).toEqual([]);
});

test('owners see helpers, marked as such, until they have no task left; chiefs do not', async () => {
  const times = { starts_at: '2029-08-08T08:00:00Z', ends_at: '2029-08-08T10:00:00Z' };
  const open = { title: 'Desk', capacity: 2, visibility: 'signed_in', ...times };
  const { id } = (await crew.as(crew.owner, 'POST', 'tasks', open)).json();
  expect((await crew.as(crew.stranger, 'PUT', `tasks/${id}/attendance`)).statusCode).toBe(204);
  await crew.as(crew.member, 'PUT', `tasks/${id}/attendance`);
  const helpers = async (who: Caller, query: string) =>
    (await crew.as(who, 'GET', `people${query}`)).json().data.filter(({ helper }: { helper: boolean }) => helper);
  const sam = { uid: crew.stranger.uid, helper: true, owner: false, teams: [], task_count: 1, hours: 2 };
  expect(await helpers(crew.owner, '')).toMatchObject([sam]);
  expect((await crew.as(crew.owner, 'GET', 'people?role=helper')).json().data).toMatchObject([sam]);
  expect((await crew.as(crew.owner, 'GET', `people/${sam.uid}`)).json()).toMatchObject(sam);
  expect((await crew.as(crew.chief, 'GET', 'people?role=helper')).json().data).toEqual([]);
  expect((await crew.as(crew.chief, 'GET', `people/${sam.uid}`)).statusCode).toBe(404);
  const change = { tasks: [{ id }], delete: true };
  const { step } = (await crew.as(crew.owner, 'POST', 'tasks/changes?release=true', change)).json();
  expect(await helpers(crew.owner, '')).toEqual([]);
  expect((await crew.as(crew.owner, 'POST', `planning-steps/${step}/undo`)).statusCode).toBe(204);
  expect(await helpers(crew.owner, '')).toMatchObject([sam]);
  expect((await crew.as(crew.owner, 'DELETE', `tasks/${id}?force=true`)).statusCode).toBe(204);
  expect(await helpers(crew.owner, '')).toEqual([]);
});

test('requests of people who leave the project go with them', async () => {
  const task = await createTask({ joining: 'approval' });
  const [leaver] = await createMembers(muster, crew.pid, 'venue', 1);
  if (leaver === undefined) throw new Error('no member');
  await join(leaver, task);
  const declined = await createTask({ joining: 'approval' });
  await join(leaver, declined);
  await decide(crew.chief, declined, leaver, false);
  expect([await listed(crew.chief, task), await noticesOf(crew.chief, task)]).toEqual([
    [leaver.name],
    ['request.received'],
  ]);
  expect((await crew.as(crew.owner, 'DELETE', `teams/venue/members/${leaver.uid}`)).statusCode).toBe(204);
  expect([await listed(crew.chief, task), await noticesOf(crew.chief, task)]).toEqual([[], []]);
  const { read: db } = muster.db;
  const entries = db.selectFrom('audit').select('detail').where('kind', '=', 'request.withdrawn');
  expect((await entries.where('subject', '=', leaver.uid).execute()).map(({ detail }) => detail)).toEqual([
    expect.stringContaining(task.id),
  ]);
  // It stays declined, also if they come back.
  const left = await db.selectFrom('join_requests').select('task_id').where('uid', '=', leaver.uid).execute();
  expect(left).toEqual([{ task_id: declined.id }]);
});
