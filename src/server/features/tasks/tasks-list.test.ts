import { beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { useApp } from '../../../../test/support/app.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';
import { createProject, createTeam } from '../../../../test/support/factories.ts';
import { newId } from '../../lib/secrets.ts';
import { dayRange } from '../../lib/time.ts';
import { projectRoles } from '../../auth/project-role.ts';
import { selectTasks } from './tasks.queries.ts';
import type { Task } from './tasks.schema.ts';

const muster = useApp();
let crew: Crew;
beforeAll(async () => {
  crew = await createCrew(muster);
});

type Fields = Partial<{ title: string; tid: string | null; category: string; starts_at: string; capacity: number }>;

/** Tasks of an hour each, straight into the table: thousands of them through the app would take minutes. */
async function insertTasks(pid: string, rows: readonly Fields[]): Promise<string[]> {
  const now = muster.clock.now();
  const values = rows.map((fields, index) => {
    const starts_at = fields.starts_at ?? new Date(Date.UTC(2026, 7, 1, index)).toISOString();
    return {
      id: newId(now),
      pid,
      title: `Task ${index}`,
      category: '',
      capacity: 3,
      created_at: now.toISOString(),
      ends_at: new Date(Date.parse(starts_at) + 3_600_000).toISOString(),
      ...fields,
      starts_at,
    };
  });
  await muster.db.transaction(async (trx) => {
    for (let i = 0; i < values.length; i += 1000) {
      await trx
        .insertInto('tasks')
        .values(values.slice(i, i + 1000))
        .execute();
    }
  });
  return values.map(({ id }) => id);
}

const list = async (at: Crew['as'], who: Caller, query = '') => (await at(who, 'GET', `tasks${query}`)).json();
const titles = (page: { data: Task[] }) => page.data.map(({ title }) => title);

test('tasks are listed by start time, and pages are stable while rows are inserted', async () => {
  const pid = await createProject(muster, { owners: [crew.owner] });
  const at = crew.at(pid);
  const same = '2026-08-08T01:00:00.000Z';
  const ids = await insertTasks(pid, [
    { title: 'third', starts_at: same },
    { title: 'third', starts_at: same },
    { title: 'last', starts_at: '2026-08-09T01:00:00.000Z' },
    { title: 'first', starts_at: '2026-08-07T01:00:00.000Z' },
    { title: 'third', starts_at: same },
  ]);
  const first = await list(at, crew.owner, '?limit=2');
  await insertTasks(pid, [{ title: 'new', starts_at: '2026-08-06T01:00:00.000Z' }]);
  const second = await list(at, crew.owner, `?limit=2&cursor=${first.next}`);
  const third = await list(at, crew.owner, `?limit=2&cursor=${second.next}`);
  expect([first, second, third].flatMap(titles)).toEqual(['first', 'third', 'third', 'third', 'last']);
  const seen = [first, second, third].flatMap((page) => page.data.map((task: Task) => task.id));
  expect(new Set(seen)).toEqual(new Set(ids));
  expect(third.next).toBeNull();
});

test('each filter, and all of them together, select the right tasks', async () => {
  const pid = await createProject(muster, { owners: [crew.owner] });
  await createTeam(muster, pid, { tid: 'venue', members: [crew.member] });
  const at = crew.at(pid);
  // The project's day of 8 August is from 16:00 UTC of the 7th to 16:00 of the 8th.
  const [a = '', , c = ''] = await insertTasks(pid, [
    { title: 'a', tid: 'venue', category: 'desk', starts_at: '2026-08-07T16:00:00.000Z', capacity: 1 },
    { title: 'b', category: 'desk', starts_at: '2026-08-08T15:59:59.999Z' },
    { title: 'c', tid: 'venue', starts_at: '2026-08-08T16:00:00.000Z' },
    { title: 'd', starts_at: '2026-05-31T16:00:00.000Z' },
  ]);
  for (const id of [a, c]) await at(crew.member, 'PUT', `tasks/${id}/attendance`);
  const selected = async (query: string) => titles(await list(at, crew.member, query));
  expect(await selected('?day=2026-08-08')).toEqual(['a', 'b']);
  expect(await selected('?day=2026-08-09')).toEqual(['c']);
  expect(await selected('?tid=venue')).toEqual(['a', 'c']);
  expect(await selected('?category=desk')).toEqual(['a', 'b']);
  expect(await selected('?category=')).toEqual(['d', 'c']);
  expect(await selected('?open=true')).toEqual(['b', 'c']);
  expect(await selected('?mine=true')).toEqual(['a', 'c']);
  expect(await selected('?mine=false&open=false')).toEqual(['d', 'a', 'b', 'c']);
  expect(await selected('?day=2026-08-08&tid=venue&category=desk&mine=true')).toEqual(['a']);
  expect(await selected('?day=2026-08-08&tid=venue&category=desk&mine=true&open=true')).toEqual([]);
  expect((await list(at, crew.owner, '?mine=true')).data).toEqual([]);
});

test("a task shows which of the caller's tasks overlap it before joining", async () => {
  const pid = await createProject(muster, { owners: [crew.owner] });
  const at = crew.at(pid);
  const [long = '', second = ''] = await insertTasks(pid, [
    { starts_at: '2029-08-08T01:00:00.000Z' },
    { starts_at: '2029-08-08T01:30:00.000Z' },
    { starts_at: '2029-08-08T02:00:00.000Z' },
  ]);
  await at(crew.owner, 'PUT', `tasks/${long}/attendance`);
  const { data } = await list(at, crew.owner);
  expect(data.map((task: Task) => [task.joined, task.conflicts, task.rights.join])).toEqual([
    [true, [], false],
    [false, [{ id: long, pid, title: 'Task 0' }], false],
    [false, [], true],
  ]);
  expect((await at(crew.owner, 'GET', `tasks/${second}`)).json().conflicts).toEqual([
    { id: long, pid, title: 'Task 0' },
  ]);
});

test.each([
  ['day=2026-02-30', '/querystring/day'],
  ['day=0000-01-01', '/querystring/day'],
  ['day=tomorrow', '/querystring/day'],
  ['tid=%00', '/querystring/tid'],
  ['category=%00', '/querystring/category'],
  [`category=${'x'.repeat(101)}`, '/querystring/category'],
  ['open=perhaps', '/querystring/open'],
  ['mine=perhaps', '/querystring/mine'],
  ['limit=0', '/querystring/limit'],
  ['limit=201', '/querystring/limit'],
  ['limit=1e9', '/querystring/limit'],
  ['cursor=nonsense', '/querystring/cursor'],
  [`cursor=${Buffer.from('["yesterday","a"]').toString('base64url')}`, '/querystring/cursor'],
  [`cursor=${Buffer.from('["2026-99-99T00:00:00.000Z","a"]').toString('base64url')}`, '/querystring/cursor'],
  [`cursor=${Buffer.from('["2026-08-08T00:00:00.000Z","a\\u0000"]').toString('base64url')}`, '/querystring/cursor'],
  ['size=3', '/querystring/size'],
])('the query %s is rejected with a pointer to %s', async (query, pointer) => {
  const response = await crew.as(crew.member, 'GET', `tasks?${query}`);
  expect(response.statusCode).toBe(400);
  expect(response.json().errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
});

test.each([
  ['2026-08-08', 'Asia/Taipei', '2026-08-07T16:00:00.000Z', 24],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', 23],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', 25],
  ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z', 23],
  // The clocks go forward at midnight: the day begins at 1:00.
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z', 23],
  ['2026-04-05', 'Australia/Lord_Howe', '2026-04-04T13:00:00.000Z', 24.5],
  ['2026-08-08', 'Pacific/Kiritimati', '2026-08-07T10:00:00.000Z', 24],
  ['2026-08-08', 'Pacific/Pago_Pago', '2026-08-08T11:00:00.000Z', 24],
  ['2026-08-08', 'Asia/Kathmandu', '2026-08-07T18:15:00.000Z', 24],
])('%s in %s begins at %s and has %d hours', (day, timezone, begins, hours) => {
  const { from, to } = dayRange(day, timezone);
  expect(from).toBe(begins);
  expect((Date.parse(to) - Date.parse(from)) / 3_600_000).toBe(hours);
});

test('a list takes as many queries with 50 tasks as with 1', async () => {
  const pid = await createProject(muster, { owners: [crew.owner] });
  const at = crew.at(pid);
  const cost = async (path: string) => {
    const before = muster.db.queryCount();
    expect((await at(crew.owner, 'GET', path)).statusCode).toBe(200);
    return muster.db.queryCount() - before;
  };
  const [id = ''] = await insertTasks(pid, [{ category: 'x' }]);
  await at(crew.owner, 'PUT', `tasks/${id}/attendance`);
  const paths = ['tasks', 'tasks?day=2026-08-01&mine=true', 'tasks.csv', `tasks/${id}/attendees`];
  const few = [];
  for (const path of paths) few.push(await cost(path));
  const ids = await insertTasks(
    pid,
    Array.from({ length: 49 }, (_, i) => ({ starts_at: new Date(Date.UTC(2030, 1, 1, i)).toISOString() })),
  );
  for (const one of ids) await at(crew.owner, 'PUT', `tasks/${one}/attendance`);
  const many = [];
  for (const path of paths) many.push(await cost(path));
  expect(many).toEqual(few);
  expect(few).toEqual([10, 11, 10, 11]);
});

test('the first page has the number of all tasks that match, and a text is found in title and label', async () => {
  const pid = await createProject(muster, { owners: [crew.owner] });
  await createTeam(muster, pid, { tid: 'venue', chiefs: [crew.chief] });
  const at = crew.at(pid);
  await insertTasks(pid, [
    ...Array.from({ length: 210 }, () => ({})),
    { title: 'Desk 50%', tid: 'venue' },
    { title: 'Bar', category: 'Front_desk', tid: 'venue' },
    { title: 'Éclair' },
  ]);
  const list = async (who: Caller, query: string) => (await at(who, 'GET', `tasks?${query}`)).json();
  const first = await list(crew.owner, 'limit=200');
  expect([first.data.length, first.total]).toEqual([200, 213]);
  const rest = await list(crew.owner, `limit=200&cursor=${first.next}`);
  expect(rest).not.toHaveProperty('total');
  expect(first.total).toBe(first.data.length + rest.data.length);
  const found = async (q: string) =>
    (await list(crew.owner, `q=${encodeURIComponent(q)}`)).data.map(({ title }: Task) => title);
  expect(await found('DESK')).toEqual(['Desk 50%', 'Bar']);
  expect([await found('50%'), await found('t_d'), await found('_'), await found('%')]).toEqual([
    ['Desk 50%'],
    ['Bar'],
    ['Bar'],
    ['Desk 50%'],
  ]);
  expect(await found('Écl')).toEqual(['Éclair']);
  expect(await found('\\')).toEqual([]);
  expect([(await list(crew.chief, 'planned=true')).total, (await list(crew.owner, 'planned=true')).total]).toEqual([
    2, 213,
  ]);
});

test('days with tasks are counted in the time zone of the project, with a fixed number of queries', async () => {
  const pid = await createProject(muster, { owners: [crew.owner] });
  await createTeam(muster, pid, { tid: 'venue', chiefs: [crew.chief] });
  const at = crew.at(pid);
  const days = async (who: Caller, query = '') => {
    const before = muster.db.queryCount();
    const { data } = (await at(who, 'GET', `task-days?${query}`)).json();
    return { data, queries: muster.db.queryCount() - before };
  };
  // 16:00 UTC is midnight in Taipei.
  await insertTasks(pid, [{ starts_at: '2030-08-07T15:59:00.000Z' }]);
  const one = await days(crew.owner);
  expect(one.data).toEqual([{ day: '2030-08-07', count: 1 }]);
  await insertTasks(pid, [
    { starts_at: '2030-08-07T16:00:00.000Z', tid: 'venue' },
    { starts_at: '2030-08-08T15:00:00.000Z' },
    { starts_at: '2020-01-01T08:00:00.000Z' },
  ]);
  const all = await days(crew.owner);
  expect(all.data).toEqual([
    { day: '2020-01-01', count: 1 },
    { day: '2030-08-07', count: 1 },
    { day: '2030-08-08', count: 2 },
  ]);
  expect([all.queries, one.queries]).toEqual([5, 5]);
  expect((await days(crew.owner, 'upcoming=true')).data).toHaveLength(2);
  expect((await days(crew.chief, 'planned=true')).data).toEqual([{ day: '2030-08-08', count: 1 }]);
  expect((await at(undefined, 'GET', 'task-days')).statusCode).toBe(401);
  // Strangers see nothing of tasks that are not open to everybody.
  expect((await days(crew.stranger)).data).toEqual([]);
});

test('tasks of an hour are those that are on at some time of it', async () => {
  const pid = await createProject(muster, { owners: [crew.owner] });
  const at = crew.at(pid);
  const [, during, across] = await insertTasks(pid, [
    { starts_at: '2030-08-08T07:00:00.000Z' },
    { starts_at: '2030-08-08T08:00:00.000Z' },
    { starts_at: '2030-08-08T08:30:00.000Z' },
    { starts_at: '2030-08-08T09:00:00.000Z' },
  ]);
  const list = await at(crew.owner, 'GET', `tasks?hour=${encodeURIComponent('2030-08-08T16:00:00+08:00')}`);
  expect(list.json().data.map(({ id }: Task) => id)).toEqual([during, across]);
  expect(list.json().total).toBe(2);
  expect((await at(crew.owner, 'GET', 'tasks?hour=8')).statusCode).toBe(400);
});

test('CSV has every task that matches the filters, with the columns of the list, and no cell is a formula', async () => {
  const pid = await createProject(muster, { owners: [crew.owner] });
  const at = crew.at(pid);
  await insertTasks(pid, [
    { title: '=cmd()', category: 'a,"b"' },
    ...Array.from({ length: 1100 }, () => ({ category: 'many', starts_at: '2026-09-01T00:00:00.000Z' })),
  ]);
  const csv = await at(crew.owner, 'GET', 'tasks.csv');
  const lines = csv.body.trimEnd().split('\r\n');
  expect(lines).toHaveLength(1102);
  expect(lines[0]).toBe(
    '\uFEFFid,pid,title,description,category,tid,starts_at,ends_at,capacity,attendee_count,open_places,created_at,joined,conflicts,starts_at.local,ends_at.local,place,kind,series,min_people,visibility,joining,opens_at,briefing,requested,waiting_count,offering,waiting,asked,grants_skill,replaced',
  );
  expect(lines[1]).toContain(`,${pid},'=cmd(),,"a,""b""",,2026-08-01T00:00:00.000Z,`);
  expect(csv.headers['content-disposition']).toBe(`attachment; filename="tasks-${pid}.csv"`);
  // Times are those of the event's time zone.
  expect(lines[1]).toMatch(/,2026-08-01 08:00,2026-08-01 09:00,,,,0,project,open,,/);
  expect((await at(crew.owner, 'GET', 'tasks.csv?category=many')).body.trimEnd().split('\r\n')).toHaveLength(1101);
});

test('the first and last pages of 10,000 tasks use an index on both engines', async () => {
  const pid = await createProject(muster, { owners: [crew.owner] });
  await createTeam(muster, pid, { tid: 'venue' });
  const ids = await insertTasks(
    pid,
    Array.from({ length: 10_000 }, (_, i) => ({
      tid: i % 10 === 0 ? 'venue' : null,
      category: i % 10 === 1 ? 'desk' : '',
      starts_at: new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString(),
    })),
  );
  if (muster.db.engine === 'postgres') await sql`analyze tasks`.execute(muster.db.read);
  const { scope } = await projectRoles(muster.db, muster.clock)(null, pid);
  const late = { starts_at: new Date(Date.UTC(2026, 0, 1, 0, 9940)).toISOString(), id: ids[9940] ?? '' };
  const range = { from: '2026-01-03T00:00:00.000Z', to: '2026-01-04T00:00:00.000Z' };
  for (const [selection, index] of [
    [{}, 'tasks_by_start'],
    [range, 'tasks_by_start'],
    [{ tid: 'venue' }, 'tasks_by_team'],
    [{ category: 'desk' }, 'tasks_by_category'],
  ] as const) {
    for (const after of [undefined, late]) {
      const plan = await explain(selectTasks(muster.db.read, scope, selection, after, 51));
      expect(plan).toContain(index);
      expect(plan).not.toMatch(/Sort|TEMP B-TREE|Seq Scan|SCAN tasks\b(?! USING)/);
    }
  }
});

async function explain(query: ReturnType<typeof selectTasks>): Promise<string> {
  const rows =
    muster.db.engine === 'postgres' ? await query.explain() : await query.explain(undefined, sql`query plan`);
  return rows.map((row) => JSON.stringify(row)).join('\n');
}
