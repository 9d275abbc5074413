import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createTask } from '../../../../../test/support/factories.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Caller } from '../../../../../test/support/world.ts';

const muster = useApp();
const at = (hour: number): string => `2099-01-01T${String(hour).padStart(2, '0')}:00:00.000Z`;
const openTo = (who: Caller, search = '') => muster.call({ url: `/api/me/open-tasks${search}`, headers: who.headers });

test('lists what the caller may and can take, most needed first, and pages through it', async () => {
  const crew = await createCrew(muster);
  const shift = (title: string, from: number, fields: object = {}) =>
    createTask(muster, crew.pid, { title, starts_at: at(from), ends_at: at(from + 1), ...fields });
  await shift('later', 15);
  await shift('sooner', 14);
  await shift('one missing', 16, { min_people: 1 });
  await shift('two missing', 17, { min_people: 2 });
  await shift('other team', 18, { tid: 'press', visibility: 'team' });
  await shift('own team', 18, { tid: 'venue', visibility: 'team' });
  await shift('not open yet', 19, { opens_at: '2098-01-01T00:00:00.000Z' });
  await shift('for planners', 19, { joining: 'planners' });
  await shift('over', 9, { starts_at: '2020-01-01T00:00:00.000Z', ends_at: '2020-01-01T01:00:00.000Z', min_people: 5 });
  const mine = await shift('mine', 10);
  await crew.as(crew.member, 'PUT', `tasks/${mine}/attendance`);
  await shift('at the same time', 10);
  const titles = ['two missing', 'one missing', 'sooner', 'later', 'own team'];
  const all = (await openTo(crew.member)).json();
  expect(all.data.map(({ title }: { title: string }) => title)).toEqual(titles);
  expect(all.data[0]).toMatchObject({ pid: crew.pid, missing: 2, open_places: 5, team: null });
  expect(all.next).toBeNull();
  const paged: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: { data: { title: string }[]; next: string | null } = (
      await openTo(crew.member, `?limit=2${cursor && `&cursor=${cursor}`}`)
    ).json();
    paged.push(...page.data.map(({ title }) => title));
    cursor = page.next;
  }
  expect(paged).toEqual(titles);
  const byTime: string[] = [];
  cursor = '';
  while (cursor !== null) {
    const page: { data: { title: string }[]; next: string | null } = (
      await openTo(crew.member, `?order=time&limit=2${cursor && `&cursor=${cursor}`}`)
    ).json();
    byTime.push(...page.data.map(({ title }) => title));
    cursor = page.next;
  }
  expect(byTime).toEqual(['sooner', 'later', 'one missing', 'two missing', 'own team']);
  expect((await openTo(crew.member, '?project=other')).json().data).toEqual([]);
  expect((await openTo(crew.stranger)).json().data).toEqual([]);
  expect((await openTo(crew.member, '?cursor=abc')).statusCode).toBe(400);
});

test('with `all`, people see what they cannot take and why; filters narrow the list', async () => {
  const crew = await createCrew(muster);
  const shift = (title: string, from: number, fields: object = {}) =>
    createTask(muster, crew.pid, { title, starts_at: at(from), ends_at: at(from + 1), ...fields });
  const skill = (await crew.as(crew.owner, 'POST', 'skills', { name: 'First aid' })).json().id;
  const kind = (await crew.as(crew.owner, 'POST', 'task-kinds', { name: 'Aid', requires: [skill] })).json().id;
  const place = (await crew.as(crew.owner, 'POST', 'places', { name: 'Gate' })).json().id;
  const mine = await shift('mine', 10);
  await crew.as(crew.member, 'PUT', `tasks/${mine}/attendance`);
  await shift('same time', 10, { place_id: place });
  await shift('free', 12, { tid: 'venue' });
  await shift('aid', 13, { kind_id: kind });
  const full = await shift('full', 14, { capacity: 1 });
  await crew.as(crew.owner, 'PUT', `tasks/${full}/attendees/${crew.chief.uid}`);
  await shift('later', 15, { opens_at: '2098-01-01T00:00:00.000Z' });
  const asked = await shift('asked', 16, { joining: 'approval' });
  await shift('planners', 17, { joining: 'planners' });
  const list = async (search = '') => (await openTo(crew.member, `?all=true&project=${crew.pid}${search}`)).json().data;
  const summary = (rows: { title: string; refusal: string | null; rights: Record<string, boolean> }[]) =>
    rows.map(({ title, refusal, rights }) => [title, refusal, Object.keys(rights).filter((one) => rights[one])]);
  expect(summary(await list())).toEqual([
    ['same time', 'task_overlap', []],
    ['free', null, ['join']],
    ['aid', 'not_qualified', []],
    ['full', 'task_full', ['wait']],
    ['later', 'not_open_yet', []],
    ['asked', null, ['ask']],
  ]);
  await crew.as(crew.member, 'PUT', `tasks/${full}/attendance`, { wait: true });
  await crew.as(crew.member, 'PUT', `tasks/${asked}/attendance`);
  const after = await list();
  expect(after[3]).toMatchObject({ waiting: { position: 1, offered_until: null }, rights: { wait: false } });
  expect(after[5]).toMatchObject({ requested: true, rights: { ask: false } });
  await crew.as(crew.chief, 'PUT', `tasks/${asked}/requests/${crew.member.uid}`, { approved: false });
  await crew.as(crew.owner, 'PUT', `tasks/${asked}/requests/${crew.member.uid}`, { approved: false });
  expect((await list())[5]).toMatchObject({ refusal: 'declined', requested: false });
  const titles = async (search: string) => (await list(search)).map(({ title }: { title: string }) => title);
  expect(await titles(`&kind=${kind}`)).toEqual(['aid']);
  expect(await titles(`&place=${place}`)).toEqual(['same time']);
  expect(await titles('&tid=venue')).toEqual(['free']);
  expect(await titles('&day=2099-01-03')).toEqual([]);
  expect(await titles('&day=2099-01-01&limit=2')).toEqual(['same time', 'free']);
  expect(await titles('&full=true')).toEqual(['full']);
  expect(await titles('&full=false')).toEqual(['same time', 'free', 'aid', 'later', 'asked']);
  expect((await openTo(crew.member, '?day=tomorrow')).statusCode).toBe(400);
  expect((await openTo(crew.member, '?length=longer')).statusCode).toBe(400);
});

test('tasks are found by their length', async () => {
  const crew = await createCrew(muster);
  const minutes = async (count: number) => {
    const ends_at = new Date(Date.parse(at(10)) + count * 60_000).toISOString();
    await createTask(muster, crew.pid, { title: String(count), starts_at: at(10), ends_at });
  };
  for (const count of [60, 120, 121, 240, 241, 600]) await minutes(count);
  const titles = async (search: string) =>
    (await openTo(crew.member, `?order=time&length=${search}`))
      .json()
      .data.map(({ title }: { title: string }) => title)
      .toSorted((a: string, b: string) => Number(a) - Number(b));
  expect(await titles('short')).toEqual(['60', '120']);
  expect(await titles('medium')).toEqual(['121', '240']);
  expect(await titles('long')).toEqual(['241', '600']);
});

test('people without a team get what is open to everybody, with a fixed number of queries', async () => {
  const crew = await createCrew(muster);
  const shift = (title: string, from: number, fields: object = {}) =>
    createTask(muster, crew.pid, { title, starts_at: at(from), ends_at: at(from + 1), ...fields });
  const list = async () => {
    const before = muster.db.queryCount();
    const { data } = (await openTo(crew.stranger, `?project=${crew.pid}`)).json();
    return { titles: data.map(({ title }: { title: string }) => title), queries: muster.db.queryCount() - before };
  };
  await shift('for the project', 9);
  await shift('for all', 10, { visibility: 'signed_in' });
  const { titles, queries } = await list();
  expect(titles).toEqual(['for all']);
  const again = await shift('for all again', 11, { visibility: 'signed_in' });
  await shift('and again', 12, { visibility: 'signed_in', tid: 'venue' });
  expect(await list()).toEqual({ titles: ['for all', 'for all again', 'and again'], queries });
  expect((await crew.as(crew.stranger, 'PUT', `tasks/${again}/attendance`)).statusCode).toBe(204);
  expect((await list()).titles).toEqual(['for all', 'and again']);
});

test('reads on behind tasks that the person cannot take', async () => {
  const crew = await createCrew(muster);
  const mine = await createTask(muster, crew.pid, { starts_at: at(10), ends_at: at(11) });
  await crew.as(crew.member, 'PUT', `tasks/${mine}/attendance`);
  const row = await muster.db.read.selectFrom('tasks').selectAll().where('id', '=', mine).executeTakeFirstOrThrow();
  const busy = Array.from({ length: 120 }, (_, index) => ({ ...row, id: `busy${index}`, attendee_count: 0 }));
  await muster.db.transaction((trx) => trx.insertInto('tasks').values(busy).execute());
  await createTask(muster, crew.pid, { title: 'free', starts_at: at(12), ends_at: at(13) });
  const { data, next } = (await openTo(crew.member, `?project=${crew.pid}`)).json();
  expect(data.map(({ title }: { title: string }) => title)).toEqual(['free']);
  expect(next).toBeNull();
});
