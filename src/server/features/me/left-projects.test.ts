import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { taskNow } from '../../../../test/support/world/desk.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';

const muster = useApp();
const inHours = (hours: number) => new Date(muster.clock.now().getTime() + hours * 3_600_000).toISOString();

const leftBy = async ({ headers }: Caller, query = '') =>
  (await muster.call({ url: `/api/me/left-projects${query}`, headers })).json();

/** Mia has answered a form and helped at a task that is over. */
async function createPast(): Promise<Crew> {
  const crew = await createCrew(muster);
  await crew.as(crew.owner, 'POST', 'forms', { form: 'shirts', kind: 'shirt_size', title: 'Shirts', enabled: true });
  const answers = { size: 'M', cut: 'fitted' };
  expect((await crew.as(crew.member, 'PUT', 'forms/shirts/response', { answers })).statusCode).toBe(200);
  await taskNow(muster, crew, [crew.member], { from: -5000, to: -4900 });
  return crew;
}

test('people who left their team find their answers and hours', async () => {
  const crew = await createPast();
  const { pid, member } = crew;
  expect((await leftBy(member)).data).toEqual([]);
  expect((await crew.as(member, 'DELETE', `teams/venue/members/${member.uid}`)).statusCode).toBe(204);
  expect((await leftBy(member)).data).toMatchObject([
    { pid, helped: true, worked: false, forms: [{ form: 'shirts', title: 'Shirts' }] },
  ]);
  expect((await crew.as(member, 'GET', 'forms/shirts')).statusCode).toBe(200);
  expect((await crew.as(member, 'GET', 'forms/shirts/response')).json().answers).toMatchObject({ size: 'M' });
  expect((await crew.as(member, 'GET', `hours/${member.uid}`)).statusCode).toBe(200);
  expect((await leftBy(crew.stranger)).data).toEqual([]);
  expect((await leftBy(crew.owner)).data).toEqual([]);
  expect((await muster.call({ url: '/api/me/left-projects' })).statusCode).toBe(401);
});

test('work without a task counts as help', async () => {
  const crew = await createCrew(muster);
  const { pid, chief, member } = crew;
  const times = { starts_at: inHours(-3), ends_at: inHours(-1) };
  const work = { uid: member.uid, tid: 'venue', title: 'Shopping', ...times };
  expect((await crew.as(chief, 'POST', 'work', work)).statusCode).toBe(201);
  expect((await crew.as(member, 'DELETE', `teams/venue/members/${member.uid}`)).statusCode).toBe(204);
  expect((await leftBy(member)).data).toMatchObject([{ pid, helped: true, worked: true, forms: [] }]);
  expect((await crew.as(member, 'GET', `hours/${member.uid}`)).json()).toMatchObject({ minutes: 120 });
});

test('work that nobody has approved is found, although it counts for nothing yet', async () => {
  const crew = await createCrew(muster);
  const { pid, member } = crew;
  const work = { tid: 'venue', title: 'Shopping', starts_at: inHours(-3), ends_at: inHours(-1) };
  expect((await crew.as(member, 'POST', 'work', work)).statusCode).toBe(201);
  expect((await crew.as(member, 'DELETE', `teams/venue/members/${member.uid}`)).statusCode).toBe(204);
  expect((await leftBy(member)).data).toMatchObject([{ pid, helped: true, worked: true, forms: [] }]);
  expect((await crew.as(member, 'GET', `hours/${member.uid}`)).json()).toMatchObject({ minutes: 0 });
  expect((await crew.as(member, 'GET', 'work')).json().data).toMatchObject([{ title: 'Shopping', state: 'claimed' }]);
});

test('lists projects of people who helped without a team, by name in pages, with as many queries for one as for several', async () => {
  const first = await createCrew(muster);
  const { stranger } = first;
  await taskNow(muster, first, [stranger]);
  const count = async () => {
    const before = muster.db.queryCount();
    await leftBy(stranger);
    return muster.db.queryCount() - before;
  };
  await count();
  const one = await count();
  const second = await createCrew(muster);
  await taskNow(muster, second, [stranger]);
  expect(await count()).toBe(one);
  const page = await leftBy(stranger, '?limit=1');
  expect(page.data).toMatchObject([{ pid: first.pid, helped: true, forms: [] }]);
  const rest = await leftBy(stranger, `?limit=1&cursor=${page.next}`);
  expect([rest.data.map(({ pid }: { pid: string }) => pid), rest.next]).toEqual([[second.pid], null]);
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ state: 'draft' }).where('pid', '=', second.pid).execute(),
  );
  expect((await leftBy(stranger)).data).toHaveLength(1);
});
