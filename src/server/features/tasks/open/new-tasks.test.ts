import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createCaller, createCrew } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { notifyOfNewTasks } from './new-tasks.service.ts';

const muster = useApp();

const settings = (who: Caller, change: object) =>
  muster.call({
    method: 'PUT',
    url: '/api/me/notice-settings',
    headers: who.headers,
    payload: { mail: {}, digest: 'daily', quiet_hours: null, ...change },
  });

async function createTask({ as, owner }: Crew, fields: object = {}): Promise<string> {
  const start = muster.clock.now().getTime() + 10 * 86_400_000;
  const [starts_at, ends_at] = [start, start + 3_600_000].map((time) => new Date(time).toISOString());
  const task = { title: 'Desk', starts_at, ends_at, capacity: 2, visibility: 'signed_in', ...fields };
  const response = await as(owner, 'POST', 'tasks', task);
  expect(response.statusCode, response.body).toBe(201);
  return response.json().id;
}

const run = () => notifyOfNewTasks(muster.services, new AbortController().signal);
const noticesTo = ({ uid }: Caller) =>
  muster.db.read
    .selectFrom('notices')
    .select(['pid', 'kind'])
    .where('uid', '=', uid)
    .where('kind', '=', 'task.opened')
    .execute();

test('the kind is off until somebody turns it on, and only the choice is stored', async () => {
  const ada = await createCaller(muster, 'Ada');
  const read = async () =>
    (await muster.call({ url: '/api/me/notice-settings', headers: ada.headers })).json().mail['task.opened'];
  expect(await read()).toBe(false);
  expect((await settings(ada, { mail: { 'task.opened': true, 'task.reminder': true } })).json().mail).toMatchObject({
    'task.opened': true,
  });
  expect(await read()).toBe(true);
  const [row] = await muster.db.read.selectFrom('notice_settings').select('mail').where('uid', '=', ada.uid).execute();
  expect(row?.mail).toBe('{"task.opened":true}');
  await settings(ada, {});
  expect(await read()).toBe(false);
});

test('people who asked for it hear once a day of new tasks that are open to everybody; others do not', async () => {
  const crew = await createCrew(muster);
  const [asks, pushed, quiet] = [await createCaller(muster), await createCaller(muster), await createCaller(muster)];
  await settings(asks, { mail: { 'task.opened': true } });
  await settings(pushed, { push: { 'task.opened': true } });
  await settings(quiet, { mail: { 'task.opened': false } });
  for (const fields of [{ visibility: 'project' }, { joining: 'planners' }]) await createTask(crew, fields);
  const tomorrow = new Date(muster.clock.now().getTime() + 30 * 3_600_000).toISOString();
  await createTask(crew, { opens_at: tomorrow });
  await run();
  expect(await noticesTo(asks)).toEqual([]);

  await createTask(crew);
  await createTask(crew);
  await run();
  await run();
  const notice = { pid: crew.pid, kind: 'task.opened' };
  expect([await noticesTo(asks), await noticesTo(pushed), await noticesTo(quiet)]).toEqual([[notice], [notice], []]);

  // Two days later the task that opened meanwhile is the only new one.
  muster.clock.advance(40 * 3600);
  await run();
  expect(await noticesTo(asks)).toEqual([notice, notice]);
  muster.clock.advance(40 * 3600);
  await run();
  expect(await noticesTo(asks)).toHaveLength(2);
});

test('people are notified once of a task that opens at the very moment of the daily notices', async () => {
  const asks = await createCaller(muster);
  await settings(asks, { mail: { 'task.opened': true } });
  const crew = await createCrew(muster);
  const opens = new Date(muster.clock.now().getTime() + 3 * 86_400_000);
  await createTask(crew, { opens_at: opens.toISOString() });
  using _still = muster.clock.freeze();
  muster.clock.advance((opens.getTime() - muster.clock.now().getTime()) / 1000);
  const news = async () => (await noticesTo(asks)).filter(({ pid }) => pid === crew.pid).length;
  await run();
  expect(await news()).toBe(1);
  muster.clock.advance(86_400);
  await run();
  expect(await news()).toBe(1);
});

test('a full task, a draft and an event that is over are no news', async () => {
  const asks = await createCaller(muster);
  await settings(asks, { mail: { 'task.opened': true } });
  const [full, draft, over] = [await createCrew(muster), await createCrew(muster), await createCrew(muster)];
  const task = await createTask(full, { capacity: 1 });
  expect((await full.as(full.member, 'PUT', `tasks/${task}/attendance`)).statusCode).toBe(204);
  for (const crew of [draft, over]) await createTask(crew);
  await muster.db.transaction(async (trx) => {
    await trx.updateTable('projects').set({ state: 'draft' }).where('pid', '=', draft.pid).execute();
    await trx.updateTable('projects').set({ ends_on: '2026-01-01' }).where('pid', '=', over.pid).execute();
  });
  await run();
  expect((await noticesTo(asks)).filter(({ pid }) => [full, draft, over].some((crew) => crew.pid === pid))).toEqual([]);
});
