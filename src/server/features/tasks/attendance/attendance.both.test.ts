import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createCaller, createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { createPerson, createTeam } from '../../../../../test/support/factories.ts';
import { keyring } from '../../../lib/seal.ts';
import { leaveAllTasks } from '../releases/releases.service.ts';
import type { NewTask, Task } from '../tasks.schema.ts';

const muster = useApp();
let crew: Crew;
beforeAll(async () => {
  crew = await createCrew(muster);
});

let day = 0;

/** Each task on a day of its own, so that tests do not meet in time. */
async function createTask(fields: Partial<NewTask> = {}): Promise<Task> {
  day += 1;
  const date = new Date(Date.UTC(2026, 7, day)).toISOString().slice(0, 10);
  const response = await crew.as(crew.owner, 'POST', 'tasks', {
    title: 'Desk',
    tid: 'venue',
    starts_at: `${date}T09:00:00Z`,
    ends_at: `${date}T12:00:00Z`,
    capacity: 2,
    ...fields,
  });
  expect(response.statusCode).toBe(201);
  return response.json();
}

const join = (who: Caller, { id }: { id: string }) => crew.as(who, 'PUT', `tasks/${id}/attendance`);
const leave = (who: Caller, { id }: { id: string }) => crew.as(who, 'DELETE', `tasks/${id}/attendance`);
const read = async (who: Caller, { id }: { id: string }): Promise<Task> =>
  (await crew.as(who, 'GET', `tasks/${id}`)).json();
const names = async (who: Caller, { id }: { id: string }) =>
  (await crew.as(who, 'GET', `tasks/${id}/attendees`)).json().data.map((one: { name: string }) => one.name);
const countIn = async ({ id }: { id: string }) =>
  (await muster.db.read.selectFrom('attendances').select('uid').where('task_id', '=', id).execute()).length;

test('joining twice takes one place, leaving twice frees one, and each change is audited once', async () => {
  const task = await createTask();
  expect([(await join(crew.member, task)).statusCode, (await join(crew.member, task)).statusCode]).toEqual([204, 204]);
  expect(await read(crew.member, task)).toMatchObject({
    joined: true,
    attendee_count: 1,
    open_places: 1,
    rights: { join: false, leave: true, see_attendees: true },
  });
  expect(await read(crew.chief, task)).toMatchObject({ joined: false, rights: { join: true, leave: false } });
  muster.clock.advance(1);
  expect([(await leave(crew.member, task)).statusCode, (await leave(crew.member, task)).statusCode]).toEqual([
    204, 204,
  ]);
  expect(await read(crew.member, task)).toMatchObject({ joined: false, attendee_count: 0 });
  const audit = await muster.db.read
    .selectFrom('audit')
    .select(['actor', 'kind', 'detail'])
    .where('subject', '=', crew.member.uid)
    .where('kind', 'like', 'attendance.%')
    .orderBy('id')
    .execute();
  const detail = JSON.stringify({ task: task.id });
  expect(audit).toEqual([
    { actor: crew.member.uid, kind: 'attendance.added', detail },
    { actor: crew.member.uid, kind: 'attendance.removed', detail },
  ]);
});

test('nobody can join a full task until a place is free', async () => {
  const task = await createTask({ capacity: 1 });
  await join(crew.member, task);
  const refused = await join(crew.chief, task);
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({ code: 'task_full' });
  expect((await join(crew.member, task)).statusCode).toBe(204);
  await leave(crew.member, task);
  expect((await join(crew.chief, task)).statusCode).toBe(204);
});

test('nobody can have two overlapping tasks, in any project; consecutive tasks are fine', async () => {
  const first = await createTask({ starts_at: '2027-01-01T09:00:00Z', ends_at: '2027-01-01T12:00:00Z' });
  const inside = await createTask({ starts_at: '2027-01-01T11:00:00Z', ends_at: '2027-01-01T13:00:00Z' });
  const after = await createTask({ starts_at: '2027-01-01T12:00:00Z', ends_at: '2027-01-01T13:00:00Z' });
  await join(crew.member, first);
  const refused = await join(crew.member, inside);
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({ code: 'task_overlap' });
  expect(await read(crew.member, inside)).toMatchObject({
    attendee_count: 0,
    conflicts: [{ id: first.id, pid: crew.pid, title: first.title }],
    rights: { join: false },
  });
  expect((await join(crew.member, after)).statusCode).toBe(204);
  expect(await read(crew.member, inside)).toMatchObject({ conflicts: [{ id: first.id }, { id: after.id }] });
  const other = await createCrew(muster);
  await createTeam(muster, other.pid, { tid: 'guests', members: [crew.member] });
  const elsewhere = await other.as(other.owner, 'POST', 'tasks', {
    title: 'Desk',
    starts_at: first.starts_at,
    ends_at: first.ends_at,
    capacity: 1,
  });
  const response = await other.as(crew.member, 'PUT', `tasks/${elsewhere.json().id}/attendance`);
  expect(response.json()).toMatchObject({ code: 'task_overlap' });
});

test('a task that has ended can be neither joined nor left; a planner can still correct it', async () => {
  const now = muster.clock.now().getTime();
  const soon = { starts_at: new Date(now + 1000).toISOString(), ends_at: new Date(now + 2000).toISOString() };
  const task = await createTask({ ...soon, capacity: 3 });
  await join(crew.member, task);
  muster.clock.advance(2);
  for (const response of [await join(crew.chief, task), await leave(crew.member, task)]) {
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({ code: 'not_allowed' });
  }
  expect(await read(crew.member, task)).toMatchObject({ joined: true, rights: { join: false, leave: false } });
  const removed = await crew.as(crew.chief, 'DELETE', `tasks/${task.id}/attendees/${crew.member.uid}`);
  expect(removed.statusCode).toBe(204);
  expect(await read(crew.owner, task)).toMatchObject({ attendee_count: 0 });
});

test('of 200 people who join a task with 20 places at once, 20 succeed and 180 get task_full', async () => {
  const people = await createMembers(muster, crew.pid, 'venue', 200);
  const task = await createTask({ capacity: 20 });
  const answers = await Promise.all(people.map((person) => join(person, task)));
  const tally = Object.groupBy(answers, (answer) => String(answer.statusCode));
  expect([tally['204']?.length, tally['409']?.length, answers.length]).toEqual([20, 180, 200]);
  expect(new Set(tally['409']?.map((answer) => answer.json().code))).toEqual(new Set(['task_full']));
  expect(await countIn(task)).toBe(20);
  expect(await read(crew.owner, task)).toMatchObject({ attendee_count: 20, open_places: 0 });
  await Promise.all(people.map((person) => leave(person, task)));
  expect([await countIn(task), (await read(crew.owner, task)).attendee_count]).toEqual([0, 0]);
});

test('one person who joins ten overlapping tasks at once gets one', async () => {
  const person = (await createMembers(muster, crew.pid, 'venue', 1))[0] ?? crew.member;
  const times = { starts_at: '2027-02-01T09:00:00Z', ends_at: '2027-02-01T12:00:00Z' };
  const tasks = await Promise.all(Array.from({ length: 10 }, () => createTask(times)));
  const answers = await Promise.all(tasks.map((task) => join(person, task)));
  expect(answers.filter((answer) => answer.statusCode === 204)).toHaveLength(1);
  expect(answers.filter((answer) => answer.statusCode === 409)).toHaveLength(9);
  const counts = await Promise.all(tasks.map(async (task) => (await read(crew.owner, task)).attendee_count));
  expect(counts.reduce((sum, count) => sum + count)).toBe(1);
});

test('moving a task while its attendees join others leaves nobody with overlapping tasks', async () => {
  const people = await createMembers(muster, crew.pid, 'venue', 8);
  const moving = await createTask({ starts_at: '2027-03-01T09:00:00Z', ends_at: '2027-03-01T10:00:00Z', capacity: 50 });
  const fixed = await createTask({ starts_at: '2027-03-01T11:00:00Z', ends_at: '2027-03-01T12:00:00Z', capacity: 50 });
  await Promise.all(people.slice(0, 4).map((person) => join(person, moving)));
  const answers = await Promise.all([
    ...people.map((person) => join(person, fixed)),
    crew.as(crew.owner, 'PATCH', `tasks/${moving.id}`, { starts_at: fixed.starts_at, ends_at: fixed.ends_at }),
    ...people.slice(4).map((person) => join(person, moving)),
  ]);
  for (const { statusCode } of answers) expect([200, 204, 409]).toContain(statusCode);
  const overlapping = await muster.db.read
    .selectFrom('attendances as a')
    .innerJoin('attendances as b', 'b.uid', 'a.uid')
    .innerJoin('tasks as x', 'x.id', 'a.task_id')
    .innerJoin('tasks as y', 'y.id', 'b.task_id')
    .select('a.uid')
    .where('x.id', '=', moving.id)
    .where('y.id', '=', fixed.id)
    .whereRef('x.starts_at', '<', 'y.ends_at')
    .whereRef('y.starts_at', '<', 'x.ends_at')
    .execute();
  expect(overlapping).toEqual([]);
  for (const task of [moving, fixed]) expect((await read(crew.owner, task)).attendee_count).toBe(await countIn(task));
});

test('a capacity below the number of attendees is rejected, and nobody is removed', async () => {
  const task = await createTask({ capacity: 3 });
  await Promise.all([join(crew.member, task), join(crew.chief, task)]);
  const refused = await crew.as(crew.owner, 'PATCH', `tasks/${task.id}`, { capacity: 1 });
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({ code: 'task_has_attendees' });
  const changed = await crew.as(crew.owner, 'PATCH', `tasks/${task.id}`, {
    capacity: 2,
    title: 'Edited',
    tid: 'press',
  });
  expect(changed.json()).toMatchObject({ capacity: 2, attendee_count: 2, title: 'Edited' });
  expect(await names(crew.owner, task)).toEqual(['Chen', 'Mia']);
});

test('a move that overlaps other tasks of attendees is rejected, or removes exactly those attendees on request', async () => {
  const task = await createTask({ starts_at: '2027-04-01T09:00:00Z', ends_at: '2027-04-01T10:00:00Z' });
  const other = await createTask({ starts_at: '2027-04-01T12:00:00Z', ends_at: '2027-04-01T13:00:00Z' });
  await Promise.all([join(crew.member, task), join(crew.chief, task), join(crew.member, other)]);
  const move = { starts_at: '2027-04-01T12:30:00Z', ends_at: '2027-04-01T14:00:00Z' };
  const refused = await crew.as(crew.owner, 'PATCH', `tasks/${task.id}`, move);
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    code: 'task_overlap',
    detail: 'People with another task at that time: 1',
    people: [{ uid: crew.member.uid, name: 'Mia', tasks: [other.title] }],
  });
  expect(await read(crew.owner, task)).toMatchObject({ starts_at: '2027-04-01T09:00:00.000Z', attendee_count: 2 });
  const agreed = await crew.as(crew.owner, 'PATCH', `tasks/${task.id}`, {
    ...move,
    capacity: 1,
    release_conflicting: true,
  });
  expect(agreed.json()).toMatchObject({ starts_at: '2027-04-01T12:30:00.000Z', attendee_count: 1, capacity: 1 });
  expect(await names(crew.owner, task)).toEqual(['Chen']);
  expect(await names(crew.owner, other)).toEqual(['Mia']);
});

test('a refused move names the other tasks only if the planner may see them', async () => {
  const task = await createTask({ starts_at: '2027-05-01T09:00:00Z', ends_at: '2027-05-01T10:00:00Z' });
  const hidden = { tid: 'press', visibility: 'team', title: 'Secret interview' } as const;
  const other = await createTask({ ...hidden, starts_at: '2027-05-01T12:00:00Z', ends_at: '2027-05-01T13:00:00Z' });
  await join(crew.member, task);
  await crew.as(crew.owner, 'PUT', `tasks/${other.id}/attendees/${crew.member.uid}`);
  const move = async (who: Caller) =>
    (
      await crew.as(who, 'PATCH', `tasks/${task.id}`, {
        starts_at: '2027-05-01T12:30:00Z',
        ends_at: '2027-05-01T14:00:00Z',
      })
    ).json();
  const mia = { uid: crew.member.uid, name: 'Mia' };
  expect(await move(crew.owner)).toMatchObject({ people: [{ ...mia, tasks: ['Secret interview'] }] });
  expect(await move(crew.chief)).toMatchObject({ code: 'task_overlap', people: [{ ...mia, tasks: [] }] });
});

test('owners and chiefs of the team add attendees; others may not', async () => {
  const task = await createTask();
  const path = `tasks/${task.id}/attendees/${crew.member.uid}`;
  for (const method of ['PUT', 'DELETE'] as const) {
    expect((await crew.as(undefined, method, path)).statusCode).toBe(401);
    expect((await crew.as(crew.otherChief, method, path)).statusCode).toBe(403);
    expect((await crew.as(crew.member, method, path)).statusCode).toBe(403);
    expect((await crew.as(crew.chief, method, path)).statusCode).toBe(204);
    expect((await crew.as(crew.owner, method, path)).statusCode).toBe(204);
    expect((await read(crew.owner, task)).attendee_count).toBe(method === 'PUT' ? 1 : 0);
  }
});

test('only people of the project can be added as attendees, and unknown people get 404', async () => {
  const task = await createTask({ capacity: 5 });
  const suspended = await createPerson(muster, { suspended: true });
  const formerly = await createCaller(muster);
  await createTeam(muster, crew.pid, { disabled: true, members: [formerly] });
  await createTeam(muster, crew.pid, { members: [suspended] });
  const put = (uid: string) => crew.as(crew.owner, 'PUT', `tasks/${task.id}/attendees/${uid}`);
  for (const { uid } of [crew.stranger, suspended, formerly]) expect((await put(uid)).statusCode).toBe(422);
  expect((await put('nobody')).statusCode).toBe(404);
  expect((await crew.as(crew.owner, 'DELETE', `tasks/${task.id}/attendees/nobody`)).statusCode).toBe(404);
  expect((await put('a%00')).statusCode).toBe(400);
  expect(await countIn(task)).toBe(0);
});

test('attendees are shown to planners and to each other, by name, in pages', async () => {
  const task = await createTask({ capacity: 5 });
  const people = await Promise.all(['=Cleo', 'ábel', 'Bea'].map((name) => createCaller(muster, name)));
  await createTeam(muster, crew.pid, { members: people });
  for (const person of people) await join(person, task);
  const path = `tasks/${task.id}/attendees`;
  expect((await crew.as(undefined, 'GET', path)).statusCode).toBe(401);
  expect((await crew.as(crew.stranger, 'GET', path)).statusCode).toBe(403);
  expect((await crew.as(crew.member, 'GET', path)).statusCode).toBe(403);
  expect((await crew.as(crew.member, 'GET', `${path}.csv`)).statusCode).toBe(403);
  expect(await names(crew.otherChief, task)).toEqual(['=Cleo', 'ábel', 'Bea']);
  const first = (await crew.as(people[0], 'GET', `${path}?limit=2`)).json();
  const second = (await crew.as(people[0], 'GET', `${path}?limit=2&cursor=${first.next}`)).json();
  expect([...first.data, ...second.data].map((one) => one.uid)).toEqual([0, 1, 2].map((i) => people[i]?.uid));
  expect([first.data.length, second.next]).toEqual([2, null]);
  const csv = await crew.as(crew.owner, 'GET', `${path}.csv`);
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(csv.body.split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFuid,name,joined_at',
    `${people[0]?.uid},'=Cleo,${first.data[0].joined_at}`,
  ]);
});

test('leaving all tasks frees every place', async () => {
  const [one, two] = [await createTask(), await createTask()];
  for (const task of [one, two]) await Promise.all([join(crew.chief, task), join(crew.otherChief, task)]);
  await muster.db.transaction((trx) =>
    leaveAllTasks(trx, { keys: keyring(muster.config.secrets), now: muster.clock.now() }, crew.otherChief.uid),
  );
  for (const task of [one, two]) {
    expect(await names(crew.owner, task)).toEqual(['Chen']);
    expect((await read(crew.owner, task)).attendee_count).toBe(1);
  }
});
