import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { createCrew, createMembers } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';
import type { Task } from '../tasks/tasks.schema.ts';
import type { Notice } from './notices.schema.ts';

const muster = useApp();
let crew: Crew;
beforeEach(async () => {
  crew = await createCrew(muster);
});

const times = { starts_at: '2026-08-01T09:00:00.000Z', ends_at: '2026-08-01T12:00:00.000Z' };

async function createTask(fields: object = {}): Promise<Task> {
  const task = { title: 'Desk', tid: 'venue', ...times, capacity: 300, ...fields };
  const response = await crew.as(crew.chief, 'POST', 'tasks', task);
  expect(response.statusCode).toBe(201);
  return response.json();
}

const put = (who: Caller, task: Task, whom: Caller) => crew.as(who, 'PUT', `tasks/${task.id}/attendees/${whom.uid}`);
const take = (who: Caller, task: Task, whom: Caller) =>
  crew.as(who, 'DELETE', `tasks/${task.id}/attendees/${whom.uid}`);
const change = (who: Caller, task: Task, fields: object) => crew.as(who, 'PATCH', `tasks/${task.id}`, fields);

async function noticesOf({ headers }: Caller): Promise<Notice[]> {
  const response = await muster.call({ url: '/api/me/notices', headers });
  expect(response.statusCode).toBe(200);
  return response.json().data;
}

/** The kinds with the old and new values, newest first. */
const heard = async (who: Caller) =>
  (await noticesOf(who)).map(({ kind, previous, values }) => {
    const { description: _old, ...before } = previous;
    const { description: _new, ...after } = values;
    return [kind, before, after];
  });
const kinds = async (who: Caller) => (await noticesOf(who)).map(({ kind }) => kind);

test('people hear of a task that somebody else put them on, and not of one that they joined themselves', async () => {
  const task = await createTask();
  await put(crew.chief, task, crew.member);
  await crew.as(crew.otherChief, 'PUT', `tasks/${task.id}/attendance`);
  const [notice, ...others] = await noticesOf(crew.member);
  expect(others).toEqual([]);
  expect(notice).toMatchObject({
    kind: 'task.added',
    pid: crew.pid,
    actor: 'Chen',
    values: { title: 'Desk', ...times },
    link: `/projects/${crew.pid}/tasks/${task.id}`,
    read: false,
  });
  expect([await kinds(crew.otherChief), await kinds(crew.chief)]).toEqual([[], []]);
});

test('changes within two minutes become one notice with the first old and the newest new values', async () => {
  const task = await createTask();
  await crew.as(crew.member, 'PUT', `tasks/${task.id}/attendance`);
  await crew.as(crew.chief, 'PUT', `tasks/${task.id}/attendance`);
  await change(crew.chief, task, { starts_at: '2026-08-01T10:00:00Z' });
  await change(crew.owner, task, { starts_at: '2026-08-01T11:00:00Z', title: 'Info desk' });
  const moved = { title: 'Info desk', starts_at: '2026-08-01T11:00:00.000Z', ends_at: times.ends_at };
  expect(await heard(crew.member)).toEqual([['task.changed', { title: 'Desk', ...times }, moved]]);
  expect(await heard(crew.chief)).toEqual([
    ['task.changed', { title: 'Desk', ...times, starts_at: '2026-08-01T10:00:00.000Z' }, moved],
  ]);
  muster.clock.advance(121);
  await change(crew.owner, task, { title: 'Desk' });
  expect(await kinds(crew.member)).toEqual(['task.changed', 'task.changed']);
});

test('people hear that their task is at another place, and of a new briefing', async () => {
  const task = await createTask();
  await crew.as(crew.member, 'PUT', `tasks/${task.id}/attendance`);
  const place = (await crew.as(crew.owner, 'POST', 'places', { name: 'Hall 2' })).json();
  await change(crew.owner, task, { place: place.id });
  muster.clock.advance(121);
  await change(crew.owner, task, { briefing: 'Bring the keys.' });
  expect((await noticesOf(crew.member)).map(({ texts }) => texts)).toEqual([
    ['task.changed.described'],
    ['task.changed.placed'],
  ]);
});

test('people hear of it when a text moves from the description to the briefing', async () => {
  const task = await createTask({ description: 'Bring the keys.' });
  await crew.as(crew.member, 'PUT', `tasks/${task.id}/attendance`);
  await change(crew.owner, task, { description: '', briefing: 'Bring the keys.' });
  expect((await noticesOf(crew.member)).map(({ texts }) => texts)).toEqual([['task.changed.described']]);
});

test('a change that is undone within two minutes leaves no notice', async () => {
  const task = await createTask();
  await crew.as(crew.member, 'PUT', `tasks/${task.id}/attendance`);
  await change(crew.chief, task, { title: 'Door', description: 'At the back' });
  await change(crew.chief, task, { title: 'Desk', description: '' });
  expect(await kinds(crew.member)).toEqual([]);
  await change(crew.chief, task, { description: 'At the back' });
  expect(await heard(crew.member)).toEqual([
    ['task.changed', { title: 'Desk', ...times }, { title: 'Desk', ...times }],
  ]);
});

test('what does not concern the people on the task is no notice', async () => {
  const task = await createTask();
  await crew.as(crew.member, 'PUT', `tasks/${task.id}/attendance`);
  await change(crew.chief, task, { capacity: 20, category: 'front' });
  expect(await kinds(crew.member)).toEqual([]);
});

test('a notice that was read stays as it was read', async () => {
  const task = await createTask();
  await crew.as(crew.member, 'PUT', `tasks/${task.id}/attendance`);
  await change(crew.chief, task, { title: 'Door' });
  const [first] = await noticesOf(crew.member);
  const { headers } = crew.member;
  await muster.call({ method: 'PUT', url: '/api/me/notices/read', headers, payload: { up_to: first?.id } });
  await change(crew.chief, task, { title: 'Desk' });
  expect((await noticesOf(crew.member)).map(({ read, values }) => [read, values.title])).toEqual([
    [false, 'Desk'],
    [true, 'Door'],
  ]);
});

test('who is put on a task and taken off it at once hears nothing; later they hear of it', async () => {
  const task = await createTask();
  await put(crew.chief, task, crew.member);
  await take(crew.chief, task, crew.member);
  expect(await kinds(crew.member)).toEqual([]);
  await put(crew.chief, task, crew.member);
  muster.clock.advance(121);
  await take(crew.chief, task, crew.member);
  expect(await kinds(crew.member)).toEqual(['task.removed', 'task.added']);
});

test('a task that changes right after somebody was put on it is one notice with the new values', async () => {
  const task = await createTask();
  await put(crew.chief, task, crew.member);
  await change(crew.chief, task, { title: 'Door' });
  expect(await heard(crew.member)).toEqual([['task.added', {}, { title: 'Door', ...times }]]);
});

test('who was put on a task and has read so hears how it changes', async () => {
  const task = await createTask();
  await put(crew.chief, task, crew.member);
  const [first] = await noticesOf(crew.member);
  const { headers } = crew.member;
  await muster.call({ method: 'PUT', url: '/api/me/notices/read', headers, payload: { up_to: first?.id } });
  await change(crew.chief, task, { title: 'Door' });
  expect(await kinds(crew.member)).toEqual(['task.changed', 'task.added']);
});

async function approveMember(): Promise<Task> {
  const task = await createTask({ joining: 'approval' });
  await crew.as(crew.member, 'PUT', `tasks/${task.id}/attendance`);
  const decided = await crew.as(crew.chief, 'PUT', `tasks/${task.id}/requests/${crew.member.uid}`, { approved: true });
  expect(decided.statusCode).toBe(204);
  return task;
}

test('who asked for a place hears how the task has changed since, also right after they got it', async () => {
  const task = await approveMember();
  const later = { starts_at: '2026-08-01T11:00:00.000Z', ends_at: '2026-08-01T13:00:00.000Z' };
  const old = { title: 'Desk', ...times };
  await change(crew.chief, task, { title: 'Info desk', ...later });
  const changed = ['task.changed', old, { title: 'Info desk', ...later }];
  expect(await heard(crew.member)).toEqual([changed, ['task.added', old, old]]);
  expect((await noticesOf(crew.member)).map(({ texts }) => texts)).toEqual([
    ['task.changed.moved', 'task.changed.renamed'],
    ['task.added'],
  ]);
  await change(crew.chief, task, { title: 'Desk', ...times });
  expect(await kinds(crew.member)).toEqual(['task.added']);
  const moved = await crew.as(crew.chief, 'POST', 'tasks/changes', { tasks: [{ id: task.id }], move_minutes: 60 });
  expect(moved.statusCode, moved.body).toBe(200);
  expect(await kinds(crew.member)).toEqual(['task.changed', 'task.added']);
});

test('who asked for a place and loses it right after they got it hears so', async () => {
  await take(crew.chief, await approveMember(), crew.member);
  expect(await kinds(crew.member)).toEqual(['task.removed', 'task.added']);
  const task = await approveMember();
  await crew.as(crew.chief, 'DELETE', `tasks/${task.id}?force=true`);
  expect((await kinds(crew.member)).slice(0, 2)).toEqual(['task.cancelled', 'task.added']);
});

test('everybody on a deleted task hears that it is cancelled, and nobody that a past one is', async () => {
  const task = await createTask();
  await crew.as(crew.member, 'PUT', `tasks/${task.id}/attendance`);
  await crew.as(crew.chief, 'DELETE', `tasks/${task.id}?force=true`);
  expect(await heard(crew.member)).toEqual([['task.cancelled', {}, { title: 'Desk', ...times }]]);
  const over = await createTask({ starts_at: '2026-06-01T09:30:00Z', ends_at: '2026-06-01T10:00:00Z' });
  await put(crew.chief, over, crew.otherChief);
  muster.clock.advance(2 * 3600);
  await crew.as(crew.chief, 'DELETE', `tasks/${over.id}?force=true`);
  expect(await kinds(crew.otherChief)).toEqual(['task.added']);
});

test('people hear of teams that others add them to or remove them from, with the tasks that they lose', async () => {
  const [person] = await createMembers(muster, crew.pid, 'venue', 1);
  if (person === undefined) throw new Error('nobody was created');
  const task = await createTask();
  await crew.as(person, 'PUT', `tasks/${task.id}/attendance`);
  await crew.as(crew.chief, 'DELETE', `teams/venue/members/${person.uid}`);
  expect((await kinds(person)).toSorted()).toEqual(['task.removed', 'team.removed']);
  muster.clock.advance(121);
  await crew.as(crew.chief, 'PUT', `teams/venue/members/${person.uid}`);
  expect((await heard(person))[0]).toEqual(['team.added', {}, { team: 'Team 1', role: 'member', listing: 'shown' }]);
  await crew.as(person, 'DELETE', `teams/venue/members/${person.uid}`);
  expect((await kinds(person)).length).toBe(3);
});

test('a role that is given and taken back within two minutes is no notice', async () => {
  await crew.as(crew.owner, 'PUT', `teams/venue/chiefs/${crew.member.uid}`);
  expect(await heard(crew.member)).toEqual([['role.changed', { role: 'member' }, { role: 'chief', team: 'Team 1' }]]);
  await crew.as(crew.owner, 'DELETE', `teams/venue/chiefs/${crew.member.uid}`);
  expect(await heard(crew.member)).toEqual([]);
});

test('notices are paged, newest first, with the number of unread ones', async () => {
  const task = await createTask();
  await crew.as(crew.member, 'PUT', `tasks/${task.id}/attendance`);
  for (const title of ['One', 'Two', 'Three']) {
    await change(crew.chief, task, { title });
    muster.clock.advance(121);
  }
  const { headers } = crew.member;
  const first = (await muster.call({ url: '/api/me/notices?limit=2', headers })).json();
  expect([first.unread, first.data.map((one: Notice) => one.values.title)]).toEqual([3, ['Three', 'Two']]);
  const url = `/api/me/notices?limit=2&cursor=${first.next}`;
  const second = (await muster.call({ url, headers })).json();
  expect([second.next, second.data.map((one: Notice) => one.values.title)]).toEqual([null, ['One']]);
  const payload = { up_to: first.data[1].id };
  await muster.call({ method: 'PUT', url: '/api/me/notices/read', headers, payload });
  expect((await muster.call({ url: '/api/me/notices', headers })).json().unread).toBe(1);
});

test('the number of queries of a change does not depend on the number of people', async () => {
  const counted = async (people: number): Promise<number> => {
    const task = await createTask();
    const members = await createMembers(muster, crew.pid, 'venue', people);
    const rows = members.map(({ uid }) => ({ task_id: task.id, uid, created_at: muster.clock.now().toISOString() }));
    await muster.db.transaction(async (trx) => {
      if (rows.length > 0) await trx.insertInto('attendances').values(rows).execute();
    });
    const before = muster.db.queryCount();
    expect((await change(crew.chief, task, { title: 'Door' })).statusCode).toBe(200);
    return muster.db.queryCount() - before;
  };
  expect(await counted(200)).toBe(await counted(1));
});

test('nobody hears of a draft but its owners', async () => {
  await muster.call({
    method: 'PATCH',
    url: `/api/projects/${crew.pid}`,
    headers: crew.owner.headers,
    payload: { state: 'draft' },
  });
  await crew.as(crew.owner, 'PUT', `teams/press/members/${crew.member.uid}`);
  expect(await kinds(crew.member)).toEqual([]);
});

test('notices are erased after 90 days', async () => {
  await crew.as(crew.owner, 'PUT', `teams/press/members/${crew.member.uid}`);
  muster.clock.advance(89 * 86_400);
  await muster.services.runExpiry();
  const rows = () => muster.db.read.selectFrom('notices').select('id').where('uid', '=', crew.member.uid).execute();
  expect((await rows()).length).toBe(1);
  muster.clock.advance(2 * 86_400);
  await muster.services.runExpiry();
  expect(await rows()).toEqual([]);
});
