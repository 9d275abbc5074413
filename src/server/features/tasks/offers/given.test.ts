import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createOfferingCrew, offering } from '../../../../../test/support/world/offers.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import type { NewTask } from '../tasks.schema.ts';

const muster = useApp();
let crew: Crew;
let ada: Caller;
let ben: Caller;
let cleo: Caller;
beforeAll(async () => void ({ crew, ada, ben, cleo } = await createOfferingCrew(muster)));

const { createTaskAt, join, offer } = offering(() => crew);
const createTask = (from = 0, fields: Partial<NewTask> = {}) =>
  createTaskAt(muster.clock.now().getTime() + 2 * 86_400_000, from, fields);

test('planners see who wants to give up a place on their tasks, without swaps, with a fixed number of queries', async () => {
  const given = async (who: Caller, query = '') => (await crew.as(who, 'GET', `offers${query}`)).json();
  const count = async () => {
    const before = muster.db.queryCount();
    const { data } = await given(crew.chief);
    return { data, queries: muster.db.queryCount() - before };
  };
  const [desk, press, noon] = [await createTask(), await createTask(3, { tid: 'press' }), await createTask(6)];
  const [evening, night] = [await createTask(9), await createTask(12)];
  await join(ada, desk);
  await join(crew.otherChief, press);
  await offer(crew.otherChief, press);
  expect((await given(crew.chief)).data).toEqual([]);
  await offer(ada, desk);
  const one = await count();
  expect(one.data).toEqual([
    {
      task: { id: desk.id, title: desk.title, starts_at: desk.starts_at, ends_at: desk.ends_at },
      from: { uid: ada.uid, name: ada.name },
      created_at: expect.any(String),
      to_caller: false,
    },
  ]);
  const isGiven = async (who: Caller, { id }: { id: string }) =>
    (await crew.as(who, 'GET', `tasks/${id}`)).json().given;
  expect([await isGiven(crew.chief, desk), await isGiven(crew.chief, noon)]).toEqual([true, false]);
  // Only those who plan the task know.
  expect([await isGiven(ben, desk), await isGiven(crew.chief, press)]).toEqual([false, false]);
  const offered = async ({ headers }: Caller) =>
    (await muster.call({ url: '/api/me/offers?all=true', headers }))
      .json()
      .data.map(({ task, planned }: { task: { id: string }; planned: boolean }) => [task.id, planned]);
  expect(await offered(crew.chief)).toContainEqual([desk.id, true]);
  expect(await offered(ben)).toContainEqual([desk.id, false]);
  // Somebody who wants another task in return still comes.
  await join(ben, evening);
  await join(cleo, night);
  await offer(cleo, night, { for: evening.id });
  await join(ben, noon);
  await offer(ben, noon, { to: cleo.uid });
  await join(cleo, noon);
  await offer(cleo, noon);
  const three = await count();
  expect([three.data.length, three.queries]).toEqual([3, one.queries]);
  const first = await given(crew.owner, '?limit=2');
  const rest = await given(crew.owner, `?limit=2&cursor=${first.next}`);
  const tasks = [...first.data, ...rest.data].map(({ task }: { task: { id: string } }) => task.id);
  expect([tasks, rest.next]).toEqual([[desk.id, press.id, noon.id, noon.id], null]);
  expect([first.total, rest.total, (await given(crew.chief)).total]).toEqual([4, undefined, 3]);
  expect((await crew.as(ada, 'GET', 'offers')).statusCode).toBe(403);
  // Nobody takes over a task that has started.
  muster.clock.advance(3 * 86_400);
  expect((await given(crew.owner)).data).toEqual([]);
});
