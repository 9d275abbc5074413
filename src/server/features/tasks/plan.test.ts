import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { createCrew, createMembers } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';

const muster = useApp();

type Fields = { title?: string; category?: string; tid?: string | null; starts_at?: string; ends_at?: string };

async function createTask({ as, owner }: Crew, fields: Fields = {}): Promise<string> {
  const task = {
    title: 'Desk',
    tid: 'venue',
    starts_at: '2030-08-08T09:00:00+08:00',
    ends_at: '2030-08-08T10:00:00+08:00',
    capacity: 100,
  };
  return (await as(owner, 'POST', 'tasks', { ...task, ...fields })).json().id;
}

const join = ({ as }: Crew, who: Caller, id: string) => as(who, 'PUT', `tasks/${id}/attendance`);
const dayOf = async ({ as }: Crew, who: Caller, query = '') =>
  (await as(who, 'GET', `attendances?day=2030-08-08${query}`)).json();

test('planners see the attendees of every task of a day; others those of their own tasks', async () => {
  const crew = await createCrew(muster);
  const { chief, owner, otherChief, member } = crew;
  const late = await createTask(crew, { starts_at: '2030-08-08T23:30:00+08:00', ends_at: '2030-08-09T01:00:00+08:00' });
  const early = await createTask(crew, {
    starts_at: '2030-08-08T00:00:00+08:00',
    ends_at: '2030-08-08T01:00:00+08:00',
    tid: 'press',
  });
  const next = await createTask(crew, { starts_at: '2030-08-09T02:00:00+08:00', ends_at: '2030-08-09T03:00:00+08:00' });
  for (const who of [member, chief, owner]) await join(crew, who, late);
  await join(crew, otherChief, early);
  await join(crew, member, next);
  const everybody = [
    { task: early, uid: otherChief.uid, name: 'Otto' },
    { task: late, uid: chief.uid, name: 'Chen' },
    { task: late, uid: member.uid, name: 'Mia' },
    { task: late, uid: owner.uid, name: 'Olga' },
  ];
  for (const planner of [owner, chief, otherChief]) {
    const marks = { state: 'joined', arrived_at: null, left_at: null, presumed: false };
    expect(await dayOf(crew, planner)).toEqual({ data: everybody.map((one) => ({ ...one, ...marks })), next: null });
  }
  expect((await dayOf(crew, member)).data).toEqual(everybody.slice(1));
  const [other] = await createMembers(muster, crew.pid, 'press', 1);
  if (!other) throw new Error('one more');
  expect((await dayOf(crew, other)).data).toEqual([]);
  expect((await crew.as(crew.stranger, 'GET', 'attendances?day=2030-08-08')).statusCode).toBe(403);
  expect((await crew.as(undefined, 'GET', 'attendances?day=2030-08-08')).statusCode).toBe(401);
});

test('the pages of a day contain everybody once, with the same number of queries for any page size', async () => {
  const crew = await createCrew(muster);
  const [one, two] = [await createTask(crew), await createTask(crew, { tid: null })];
  await join(crew, crew.chief, one);
  const cost = async () => {
    const before = muster.db.queryCount();
    await dayOf(crew, crew.owner, '&limit=200');
    return muster.db.queryCount() - before;
  };
  const few = await cost();
  const members = await createMembers(muster, crew.pid, 'venue', 30);
  for (const [index, who] of members.entries()) await join(crew, who, index % 2 === 0 ? one : two);
  expect([few, await cost()]).toEqual([5, 5]);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { data: { task: string; uid: string }[]; next: string | null } = await dayOf(
      crew,
      crew.owner,
      `&limit=7${cursor === null ? '' : `&cursor=${cursor}`}`,
    );
    seen.push(...page.data.map(({ task, uid }) => `${task} ${uid}`));
    cursor = page.next;
  } while (cursor !== null);
  expect(seen).toHaveLength(31);
  expect(new Set(seen).size).toBe(31);
});

test.each([
  ['', '/querystring/day'],
  ['day=2030-02-30', '/querystring/day'],
  ['day=today', '/querystring/day'],
  ['day=2030-08-08&tid=venue', '/querystring/tid'],
  [`day=2030-08-08&cursor=${Buffer.from('["never","a","b","c"]').toString('base64url')}`, '/querystring/cursor'],
])('the attendances of a day reject %j with a pointer to %s', async (query, pointer) => {
  const crew = await createCrew(muster);
  const answer = await crew.as(crew.owner, 'GET', `attendances?${query}`);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().errors[0].pointer).toBe(pointer);
});

test('the categories of a project are listed once each, with the number of tasks', async () => {
  const crew = await createCrew(muster);
  const get = async (query = '') => (await crew.as(crew.member, 'GET', `task-categories${query}`)).json();
  expect(await get()).toEqual({ data: [], next: null });
  for (const category of ['reception', '', '場務', 'reception', 'build up']) await createTask(crew, { category });
  const data = [
    { category: 'build up', task_count: 1 },
    { category: 'reception', task_count: 2 },
    { category: '場務', task_count: 1 },
  ];
  expect(await get()).toEqual({ data, next: null });
  const page = await get('?limit=2');
  expect(page.data).toEqual(data.slice(0, 2));
  expect(await get(`?limit=2&cursor=${page.next}`)).toEqual({ data: data.slice(2), next: null });
  const other = await createCrew(muster);
  expect((await other.as(other.owner, 'GET', 'task-categories')).json().data).toEqual([]);
  expect((await crew.as(crew.stranger, 'GET', 'task-categories')).statusCode).toBe(403);
});

test('people see their upcoming tasks in all projects, the next one first', async () => {
  const [here, there] = [await createCrew(muster), await createCrew(muster)];
  const { member } = here;
  await there.as(there.owner, 'PUT', `teams/press/members/${member.uid}`);
  const own = (query = '') => muster.call({ url: `/api/me/tasks${query}`, headers: member.headers });
  const later = await createTask(here, { title: 'Later' });
  const soon = await createTask(there, {
    title: 'Soon',
    tid: null,
    starts_at: '2027-01-01T00:00:00Z',
    ends_at: '2027-01-01T01:00:00Z',
  });
  expect((await own()).json()).toEqual({ data: [], next: null });
  await join(here, member, later);
  await join(there, member, soon);
  await join(here, here.chief, later);
  await here.as(member, 'PUT', `tasks/${later}/attendance/offer`, {});
  const before = muster.db.queryCount();
  const { data, next } = (await own()).json();
  expect(muster.db.queryCount() - before).toBe(3);
  expect(next).toBeNull();
  expect(data).toEqual([
    {
      id: soon,
      pid: there.pid,
      project: expect.any(String),
      timezone: 'Asia/Taipei',
      tid: null,
      title: 'Soon',
      starts_at: '2027-01-01T00:00:00.000Z',
      ends_at: '2027-01-01T01:00:00.000Z',
      team: null,
      place: '',
      companions: [],
      companion_count: 0,
      offering: false,
    },
    expect.objectContaining({
      id: later,
      pid: here.pid,
      tid: 'venue',
      team: 'Team 1',
      companions: ['Chen'],
      companion_count: 1,
      offering: true,
    }),
  ]);
  const page = (await own('?limit=1')).json();
  expect((await own(`?limit=1&cursor=${page.next}`)).json()).toMatchObject({ data: [{ id: later }], next: null });
  await muster.db.transaction((trx) =>
    trx
      .updateTable('tasks')
      .set({ starts_at: '2020-01-01T00:00:00.000Z', ends_at: '2020-01-01T01:00:00.000Z' })
      .where('id', '=', soon)
      .execute(),
  );
  expect((await own()).json().data).toHaveLength(1);
  expect((await muster.call('/api/me/tasks')).statusCode).toBe(401);
});
