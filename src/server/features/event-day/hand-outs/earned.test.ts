import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createDevice, inMinutes, taskNow } from '../../../../../test/support/world/desk.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { settleEarned } from '../entitlements/earned.service.ts';
import type { OwnEntitlement } from '../entitlements/entitlements.schema.ts';
import { earnedCount, progressOf } from './earned.policy.ts';
import type { Worked } from './earned.policy.ts';

const muster = useApp();

const create = async (crew: Crew, name: string, earned: object, more: object = {}): Promise<string> => {
  const response = await crew.as(crew.owner, 'POST', 'hand-outs', {
    name,
    audience: { everyone: true },
    earned,
    ...more,
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().id;
};

/** Work that counts, and ended some hours ago. */
const work = async (crew: Crew, who: Caller, hours: number, ago = 0) => {
  const [starts_at, ends_at] = [inMinutes(muster, -(hours + ago) * 60 - 1), inMinutes(muster, -ago * 60 - 1)];
  const body = { title: 'Fetched tables', uid: who.uid, tid: 'venue', starts_at, ends_at };
  expect((await crew.as(crew.owner, 'POST', 'work', body)).statusCode).toBe(201);
};

const own = async (crew: Crew, who: Caller): Promise<OwnEntitlement[]> =>
  (await crew.as(who, 'GET', 'my-entitlements')).json().data;

test('a shirt from 8 hours: at 7.75 nothing, at 8 one', async () => {
  const crew = await createCrew(muster);
  const id = await create(crew, 'Shirt', { min_hours: 8 });
  const { desk, results } = await createDevice(muster, crew);
  const give = { step: 'hand_out', hand_out: id, uid: crew.member.uid };
  await work(crew, crew.member, 6, 3);
  expect(await own(crew, crew.member)).toMatchObject([
    { name: 'Shirt', entitled: 0, progress: { minutes: 360, needed_minutes: 480, today: false } },
  ]);
  await work(crew, crew.member, 1.75);
  const { next, people } = (await desk()).json();
  expect(people).toEqual([]);
  expect(await results([give])).toEqual(['not_here']);
  await work(crew, crew.member, 0.25, 2);
  expect((await desk(next)).json().people).toMatchObject([
    { uid: crew.member.uid, hand_outs: [{ id, given_at: null }] },
  ]);
  expect(await own(crew, crew.member)).toMatchObject([{ entitled: 1, given: 0, progress: null }]);
  const earned = (await crew.as(crew.owner, 'GET', `hand-outs/${id}/earned`)).json();
  expect(earned).toMatchObject({ total: 1, next: null, data: [{ name: 'Mia', entitled: 1, given: 0, variant: null }] });
  expect(await results([give, { ...give }])).toEqual(['accepted', 'repeated']);
  expect(await own(crew, crew.member)).toMatchObject([{ entitled: 1, given: 1, given_at: expect.any(String) }]);
  expect(await own(crew, crew.stranger)).toEqual([]);
});

test('hours of checked tasks count, with the weight of their kind, once the task is over', async () => {
  const crew = await createCrew(muster);
  const kind = (await crew.as(crew.owner, 'POST', 'task-kinds', { name: 'Build-up', weight: 2 })).json().id;
  const id = await create(crew, 'Hoodie', { min_hours: 4, task_kinds: [kind] });
  const task = await taskNow(muster, crew, [crew.member], { from: -130, to: -10 });
  await muster.db.transaction((trx) =>
    trx.updateTable('tasks').set({ kind_id: kind }).where('id', '=', task.id).execute(),
  );
  await work(crew, crew.member, 10, 3);
  expect(await own(crew, crew.member)).toMatchObject([{ id, entitled: 0, progress: { minutes: 0 } }]);
  const mark = (state: string) =>
    crew.as(crew.owner, 'PATCH', `tasks/${task.id}/attendees/${crew.member.uid}`, { state });
  expect((await mark('done')).statusCode).toBe(200);
  expect(await own(crew, crew.member)).toMatchObject([{ id, entitled: 1 }]);
  expect((await mark('no_show')).statusCode).toBe(200);
  expect(await own(crew, crew.member)).toMatchObject([{ id, entitled: 0 }]);
});

test('who has earned several gets them one by one, and the earliest scans count', async () => {
  const crew = await createCrew(muster);
  const id = await create(crew, 'Voucher', { per_hours: 4 });
  await work(crew, crew.member, 9);
  const { desk, results } = await createDevice(muster, crew);
  expect((await desk()).json().people[0].hand_outs).toEqual([{ id, given_at: null, due: 2 }]);
  const give = (minutes: number) => ({
    step: 'hand_out',
    hand_out: id,
    uid: crew.member.uid,
    at: inMinutes(muster, minutes),
  });
  const times = [give(-10), give(-5), give(-20)];
  expect(await results(times)).toEqual(['accepted', 'accepted', 'repeated']);
  const given = (await crew.as(crew.owner, 'GET', `hand-outs/${id}/given`)).json().data;
  expect(given.map(({ given_at }: { given_at: string }) => given_at)).toEqual([times[2]?.at, times[0]?.at]);
  // After one was taken back, there is room for another.
  const path = `hand-outs/${id}/given/${encodeURIComponent(given[0].id)}`;
  expect((await crew.as(crew.owner, 'DELETE', path)).statusCode).toBe(204);
  expect(await results([give(-1), give(0)])).toEqual(['accepted', 'repeated']);
  expect(await own(crew, crew.member)).toMatchObject([
    { entitled: 2, given: 2, progress: { minutes: 540, needed_minutes: 720 } },
  ]);
});

test('people are notified once of what they have earned, unless they had it before', async () => {
  const crew = await createCrew(muster);
  const id = await create(crew, 'Voucher', { per_hours: 4 });
  await work(crew, crew.member, 4);
  const settle = () => settleEarned(muster.services, new AbortController().signal);
  expect([await settle(), await settle()]).toEqual([1, 0]);
  const notices = async () =>
    muster.db.read
      .selectFrom('notices')
      .select(['uid', 'subject', 'occasion', 'detail'])
      .where('pid', '=', crew.pid)
      .where('kind', '=', 'handout.earned')
      .orderBy('id')
      .execute();
  const notice = { uid: crew.member.uid, subject: id, detail: JSON.stringify({ what: 'Voucher', change: 'item' }) };
  expect(await notices()).toEqual([{ ...notice, occasion: '1' }]);
  const { results } = await createDevice(muster, crew);
  const give = { step: 'hand_out', hand_out: id, uid: crew.member.uid };
  await work(crew, crew.member, 5, 5);
  expect(await results([give, { ...give }])).toEqual(['accepted', 'accepted']);
  expect(await settle()).toBe(0);
  await work(crew, crew.member, 4, 11);
  expect(await settle()).toBe(1);
  expect((await notices()).map(({ occasion }) => occasion)).toEqual(['1', '3']);
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ ends_on: '2026-01-01' }).where('pid', '=', crew.pid).execute(),
  );
  await work(crew, crew.member, 4, 17);
  expect(await settle()).toBe(0);
});

test('the number of queries does not depend on the number of people', async () => {
  const crew = await createCrew(muster);
  const id = await create(crew, 'Shirt', { min_hours: 1 });
  const people = await createMembers(muster, crew.pid, 'venue', 60);
  await work(crew, crew.member, 2);
  const count = async (path: string) => {
    const before = muster.db.queryCount();
    expect((await crew.as(crew.owner, 'GET', path)).statusCode).toBe(200);
    return muster.db.queryCount() - before;
  };
  const paths = ['hand-outs', `hand-outs/${id}/earned`, 'my-entitlements'];
  await count('hand-outs');
  const few = [];
  for (const path of paths) few.push(await count(path));
  await taskNow(muster, crew, people, { from: -200, to: -100 });
  await muster.db.transaction((trx) => trx.updateTable('attendances').set({ state: 'done' }).execute());
  const many = [];
  for (const path of paths) many.push(await count(path));
  expect(many).toEqual(few);
  const page = (await crew.as(crew.owner, 'GET', `hand-outs/${id}/earned?limit=40`)).json();
  expect([page.total, page.data.length]).toEqual([61, 40]);
  const rest = (await crew.as(crew.owner, 'GET', `hand-outs/${id}/earned?limit=40&cursor=${page.next}`)).json();
  expect([rest.total, rest.data.length, rest.next]).toEqual([undefined, 21, null]);
});

const at = (hours: number, day = '2026-08-08', kind: string | null = null): Worked => ({
  kind,
  day,
  minutes: hours * 60,
});

test.each<[string, Parameters<typeof earnedCount>[0], number | null, Worked[], number]>([
  ['without a rule, one', null, null, [], 1],
  ['without a rule, as many as each person gets', null, 3, [], 3],
  ['a little too short', { min_hours: 8 }, null, [at(7.75)], 0],
  ['long enough', { min_hours: 8 }, null, [at(4), at(4, '2026-08-09')], 1],
  ['two for each person', { min_hours: 8 }, 2, [at(20)], 2],
  ['for each four hours', { per_hours: 4 }, null, [at(11.75)], 2],
  ['at most one', { per_hours: 4 }, 1, [at(11.75)], 1],
  ['from a number of hours on', { min_hours: 6, per_hours: 4 }, null, [at(5)], 0],
  ['the hours of one day only', { per_hours: 4, day: '2026-08-09' }, null, [at(8), at(5, '2026-08-09')], 1],
  ['each day on its own', { per_hours: 4, day: 'each' }, null, [at(7), at(5, '2026-08-09'), at(3, '2026-08-10')], 2],
  ['each day with enough', { min_hours: 4, day: 'each' }, 1, [at(7), at(5, '2026-08-09')], 1],
  ['tasks of a kind', { task_kinds: ['build'] }, null, [at(1, '2026-08-01', 'build')], 1],
  ['tasks of other kinds', { task_kinds: ['build'] }, null, [at(9), at(9, '2026-08-08', 'bar')], 0],
  ['nothing that counts', { task_kinds: ['build'] }, null, [at(0, '2026-08-01', 'build')], 0],
])('%s', (_, rule, perPerson, worked, expected) => {
  expect(earnedCount(rule, perPerson, worked)).toBe(expected);
});

test('the way to the next one', () => {
  const today = '2026-08-09';
  const to = (rule: Parameters<typeof progressOf>[0], worked: Worked[], perPerson: number | null = null) =>
    progressOf(rule, perPerson, worked, today);
  expect(to({ min_hours: 8 }, [at(6)])).toEqual({ minutes: 360, needed: 480 });
  expect(to({ min_hours: 8 }, [at(8)])).toBeUndefined();
  expect(to({ per_hours: 4 }, [at(6)])).toEqual({ minutes: 360, needed: 480 });
  expect(to({ per_hours: 4 }, [at(6)], 1)).toBeUndefined();
  expect(to({ min_hours: 6, per_hours: 4 }, [at(1)])).toEqual({ minutes: 60, needed: 360 });
  expect(to({ per_hours: 4, day: 'each' }, [at(6), at(1, today)])).toEqual({ minutes: 60, needed: 240 });
  expect(to({ per_hours: 4, day: '2026-08-08' }, [at(6)])).toBeUndefined();
  expect(to({ per_hours: 4, day: '2026-08-10' }, [at(6)])).toEqual({ minutes: 0, needed: 240 });
  expect(to({ task_kinds: ['build'] }, [])).toBeUndefined();
  expect(to(null, [])).toBeUndefined();
});
