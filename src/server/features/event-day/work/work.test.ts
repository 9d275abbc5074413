import { expect, test } from 'vitest';
import { realLimits, useApp } from '../../../../../test/support/app.ts';
import { inMinutes, taskNow } from '../../../../../test/support/world/desk.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller } from '../../../../../test/support/world.ts';

const muster = useApp({ env: realLimits });
const times = () => ({ starts_at: inMinutes(muster, -100), ends_at: inMinutes(muster, -10) });
const kindsOf = async ({ headers }: Caller) =>
  (await muster.call({ method: 'GET', url: '/api/me/notices', headers }))
    .json<{ data: { texts: string[] }[] }>()
    .data.flatMap(({ texts }) => texts);

test('a chief enters work for somebody, and it counts', async () => {
  const crew = await createCrew(muster);
  const input = { title: 'Fetched tables', tid: 'venue', ...times() };
  const added = await crew.as(crew.chief, 'POST', 'work', { ...input, uid: crew.member.uid });
  expect(added.json()).toMatchObject({ state: 'approved', minutes: 90, name: 'Mia', rights: { decide: true } });
  expect(await kindsOf(crew.member)).toEqual(['hours.work.added']);
  expect((await crew.as(crew.otherChief, 'POST', 'work', { ...input, uid: crew.member.uid })).statusCode).toBe(403);
  expect((await crew.as(crew.member, 'POST', 'work', { ...input, uid: crew.chief.uid })).statusCode).toBe(403);
  expect((await crew.as(crew.owner, 'POST', 'work', { ...input, uid: crew.stranger.uid })).json().code).toBe(
    'not_allowed',
  );
  expect((await crew.as(crew.stranger, 'POST', 'work', input)).statusCode).toBe(403);
});

test('a person enters their own work, and a chief decides', async () => {
  const crew = await createCrew(muster);
  const input = { title: 'Fetched tables', tid: 'venue', ...times() };
  const { id, state } = (await crew.as(crew.member, 'POST', 'work', input)).json();
  expect(state).toBe('claimed');
  expect(await kindsOf(crew.chief)).toEqual(['hours.claimed']);
  const decide = (who: Caller, body: object) => crew.as(who, 'PATCH', `work/${id}`, body);
  expect((await decide(crew.member, { state: 'approved' })).statusCode).toBe(403);
  expect((await decide(crew.otherChief, { state: 'approved' })).statusCode).toBe(404);
  expect((await decide(crew.chief, { state: 'declined', reason: 'Twice' })).json()).toMatchObject({ reason: 'Twice' });
  expect((await decide(crew.chief, { state: 'approved' })).json()).toMatchObject({ state: 'approved', reason: '' });
  expect(await kindsOf(crew.member)).toEqual(['hours.work.approved', 'hours.work.declined', 'reason']);
  expect((await crew.as(crew.member, 'DELETE', `work/${id}`)).statusCode).toBe(403);
  expect((await crew.as(crew.chief, 'DELETE', `work/${id}`)).statusCode).toBe(204);
  const own = (await crew.as(crew.chief, 'POST', 'work', input)).json();
  expect((await crew.as(crew.chief, 'PATCH', `work/${own.id}`, { state: 'approved' })).statusCode).toBe(403);
  const seen = async (who: Caller) => (await crew.as(who, 'GET', 'work')).json().data.length;
  expect([await seen(crew.owner), await seen(crew.chief), await seen(crew.member)]).toEqual([1, 1, 0]);
});

test('nobody is asked to approve work that was decided or deleted', async () => {
  const crew = await createCrew(muster);
  const other = await createMembers(muster, crew.pid, 'venue', 1);
  await muster.db.transaction((trx) =>
    trx
      .updateTable('memberships')
      .set({ role: 'chief' })
      .where('uid', '=', other[0]?.uid ?? '')
      .execute(),
  );
  const askedOf = () => Promise.all([crew.chief, ...other].map(kindsOf));
  const enter = async (tid?: string) =>
    (await crew.as(crew.member, 'POST', 'work', { title: 'Fetched tables', ...(tid && { tid }), ...times() })).json()
      .id;
  const waits = await enter('venue');
  expect(await askedOf()).toEqual([['hours.claimed'], ['hours.claimed']]);
  expect((await crew.as(crew.chief, 'PATCH', `work/${waits}`, { state: 'approved' })).statusCode).toBe(200);
  expect(await askedOf()).toEqual([[], []]);
  expect((await crew.as(crew.chief, 'DELETE', `work/${waits}`)).statusCode).toBe(204);
  const withdrawn = await enter();
  expect(await kindsOf(crew.owner)).toEqual(['hours.claimed']);
  expect((await crew.as(crew.member, 'DELETE', `work/${withdrawn}`)).statusCode).toBe(204);
  expect(await kindsOf(crew.owner)).toEqual([]);
});

test('a list has own work, that of others, or what was decided, with the number of all entries', async () => {
  const crew = await createCrew(muster);
  const enter = async (who: Caller, fields: object = {}) =>
    (await crew.as(who, 'POST', 'work', { title: 'Fetched tables', tid: 'venue', ...times(), ...fields })).json().id;
  const claims = await createMembers(muster, crew.pid, 'venue', 3);
  const waiting: string[] = [];
  for (const person of claims) waiting.push(await enter(person));
  const own = await enter(crew.chief);
  const older = await enter(crew.chief, { uid: crew.member.uid });
  const elsewhere = await enter(crew.owner, { tid: 'press', uid: crew.otherChief.uid });
  const list = async (who: Caller, query: string) => {
    const before = muster.db.queryCount();
    const { data, total } = (await crew.as(who, 'GET', `work?${query}`)).json();
    const ids = data.map(({ id }: { id: string }) => id);
    return { ids, total, queries: muster.db.queryCount() - before };
  };
  expect(await list(crew.chief, 'state=claimed&mine=false&limit=2')).toMatchObject({
    ids: waiting.slice(0, 2),
    total: 3,
  });
  expect(await list(crew.chief, 'mine=true')).toMatchObject({ ids: [own], total: 1 });
  expect(await list(crew.chief, 'decided=true')).toMatchObject({ ids: [older], total: 1 });
  expect(await list(crew.chief, 'decided=false&mine=false')).toMatchObject({ ids: waiting, total: 3 });
  const newest = (await crew.as(crew.owner, 'GET', 'work?decided=true&limit=1')).json();
  expect(newest).toMatchObject({ data: [{ id: elsewhere }], total: 2 });
  const rest = (await crew.as(crew.owner, 'GET', `work?decided=true&limit=1&cursor=${newest.next}`)).json();
  expect(rest).toMatchObject({ data: [{ id: older }], next: null });
  const one = await list(crew.chief, 'mine=true');
  const three = await list(crew.chief, 'state=claimed&mine=false');
  expect([one.queries, three.queries]).toEqual([5, 5]);
});

test('owners are asked to approve the work of a chief whose team has no other', async () => {
  const crew = await createCrew(muster);
  const work = { title: 'Fetched tables', tid: 'venue', ...times() };
  expect((await crew.as(crew.chief, 'POST', 'work', work)).statusCode).toBe(201);
  expect(await kindsOf(crew.owner)).toEqual(['hours.claimed']);
});

test('owners are asked to approve work for a team whose chiefs are suspended', async () => {
  const crew = await createCrew(muster);
  const suspended_at = muster.clock.now().toISOString();
  await muster.db.transaction((trx) =>
    trx.updateTable('people').set({ suspended_at }).where('uid', '=', crew.chief.uid).execute(),
  );
  const work = { title: 'Fetched tables', tid: 'venue', ...times() };
  expect((await crew.as(crew.member, 'POST', 'work', work)).statusCode).toBe(201);
  expect(await kindsOf(crew.owner)).toEqual(['hours.claimed']);
});

test('refuses times that cannot be right', async () => {
  const crew = await createCrew(muster);
  const { starts_at, ends_at } = times();
  for (const [body, pointer] of [
    [{ starts_at: ends_at, ends_at: starts_at }, '/ends_at'],
    [{ starts_at, ends_at: inMinutes(muster, 60) }, '/ends_at'],
    [{ starts_at: inMinutes(muster, -3000), ends_at }, '/ends_at'],
  ] as const) {
    const response = await crew.as(crew.member, 'POST', 'work', { title: 'X', ...body });
    expect([response.statusCode, response.json().errors?.[0].pointer]).toEqual([400, pointer]);
  }
  const team = await crew.as(crew.member, 'POST', 'work', { title: 'X', starts_at, ends_at, tid: 'none' });
  expect(team.json()).toMatchObject({ code: 'not_allowed', errors: [{ pointer: '/tid' }] });
});

test('the same hours do not count twice, and claims are limited', async () => {
  const crew = await createCrew(muster);
  const { owner, chief, member } = crew;
  const at = (from: number, to: number) => ({ starts_at: inMinutes(muster, from), ends_at: inMinutes(muster, to) });
  await taskNow(muster, crew, [member], { from: -300, to: -200 });
  const add = (who: Caller, times: object, uid?: string) =>
    crew.as(who, 'POST', 'work', { title: 'X', tid: 'venue', ...times, ...(uid === undefined ? {} : { uid }) });
  expect((await add(chief, at(-250, -150), member.uid)).json().code).toBe('task_overlap');
  const first = (await add(member, at(-200, -100))).json();
  expect((await add(member, at(-150, -50))).json().code).toBe('task_overlap');
  expect((await add(chief, at(-150, -50), member.uid)).json().code).toBe('task_overlap');
  const decide = (id: string, state: string) => crew.as(chief, 'PATCH', `work/${id}`, { state });
  expect((await decide(first.id, 'declined')).statusCode).toBe(200);
  const second = (await add(owner, at(-150, -50), member.uid)).json();
  expect(second.state).toBe('approved');
  expect((await decide(first.id, 'approved')).json().code).toBe('task_overlap');
  expect((await decide(second.id, 'declined')).statusCode).toBe(200);
  expect((await decide(first.id, 'approved')).statusCode).toBe(200);
  const claim = { pid: crew.pid, uid: chief.uid, tid: 'venue', title: 'X', state: 'claimed' as const };
  const created_at = inMinutes(muster, -10);
  const claims = Array.from({ length: 49 }, (_, index) => ({
    ...claim,
    id: `${crew.pid}-${index}`,
    ...at(-2000 - index, -1999 - index),
    created_at,
  }));
  await muster.db.transaction((trx) => trx.insertInto('work').values(claims).execute());
  expect((await add(chief, at(-100, -90))).statusCode).toBe(201);
  expect((await add(chief, at(-80, -70))).json().detail).toBe('At most 50 entries can wait for approval');
  const answers = [];
  for (let index = 0; index < 30; index += 1) answers.push((await add(member, at(-310 - index, -305))).statusCode);
  expect([answers.slice(0, 2), answers.at(-1)]).toEqual([[201, 409], 429]);
});
