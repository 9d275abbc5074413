import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';

const muster = useApp();

const run = () => muster.services.jobList.find(({ name }) => name === 'places')?.run(new AbortController().signal);
const questionsTo = async ({ headers }: Caller) =>
  (await muster.call({ method: 'GET', url: '/api/me/confirmations', headers })).json().data;
const unconfirmed = async (crew: Crew, who: Caller) =>
  (await crew.as(who, 'GET', 'unconfirmed')).json().data.map(({ uid }: { uid: string }) => uid);
const questionNotices = async ({ headers }: Caller) =>
  (await muster.call({ method: 'GET', url: '/api/me/notices', headers }))
    .json()
    .data.filter(({ kind }: { kind: string }) => kind === 'attendance.question');

async function join(crew: Crew, who: Caller, inDays: number, tid = 'venue') {
  const from = muster.clock.now().getTime() + inDays * 86_400_000;
  const times = { starts_at: new Date(from).toISOString(), ends_at: new Date(from + 3_600_000).toISOString() };
  const task = (await crew.as(crew.owner, 'POST', 'tasks', { title: 'Desk', tid, capacity: 9, ...times })).json();
  expect((await crew.as(who, 'PUT', `tasks/${task.id}/attendance`)).statusCode).toBe(204);
  return times.starts_at;
}

test('people are asked once, some days before their first task, and confirm all with one answer', async () => {
  const crew = await createCrew(muster);
  await join(crew, crew.member, 10);
  await join(crew, crew.member, 11);
  await join(crew, crew.otherChief, 10, 'press');
  await run();
  expect(await questionNotices(crew.member)).toEqual([]);
  expect(await questionsTo(crew.member)).toEqual([]);
  // Nothing ran for some time: the question is late, and asked once.
  muster.clock.advance(8 * 86_400);
  await run();
  await run();
  expect(await questionNotices(crew.member)).toHaveLength(1);
  expect(await questionsTo(crew.member)).toMatchObject([{ pid: crew.pid, task_count: 2 }]);
  expect((await unconfirmed(crew, crew.owner)).toSorted()).toEqual([crew.member.uid, crew.otherChief.uid].toSorted());
  expect(await unconfirmed(crew, crew.chief)).toEqual([crew.member.uid]);
  const first = (await crew.as(crew.owner, 'GET', 'unconfirmed?limit=1')).json();
  const rest = (await crew.as(crew.owner, 'GET', `unconfirmed?limit=1&cursor=${first.next}`)).json();
  expect([first.total, rest.total]).toEqual([2, undefined]);
  expect([first.data.length, rest.data.length, rest.next]).toEqual([1, 1, null]);
  expect((await crew.as(crew.member, 'GET', 'unconfirmed')).statusCode).toBe(403);
  expect((await crew.as(crew.member, 'PUT', 'confirmation')).statusCode).toBe(204);
  expect(await questionsTo(crew.member)).toEqual([]);
  expect(await unconfirmed(crew, crew.chief)).toEqual([]);
  // Who joins so late knows that they come.
  await join(crew, crew.chief, 1);
  await run();
  expect(await questionNotices(crew.chief)).toEqual([]);
});

test('owners choose when people are asked, or that they are not', async () => {
  const crew = await createCrew(muster);
  expect((await crew.as(crew.owner, 'GET', '')).statusCode).toBe(404);
  const patch = (payload: object) =>
    muster.call({ method: 'PATCH', url: `/api/projects/${crew.pid}`, headers: crew.owner.headers, payload });
  expect((await patch({ confirm_days: 31 })).statusCode).toBe(400);
  expect((await patch({ confirm_days: null })).json()).toMatchObject({ confirm_days: null });
  await join(crew, crew.member, 5);
  muster.clock.advance(4 * 86_400);
  await run();
  expect(await questionNotices(crew.member)).toEqual([]);
  await patch({ confirm_days: 2 });
  await run();
  expect(await questionNotices(crew.member)).toHaveLength(1);
});

test('the number of tasks to confirm and the first of them are of the same tasks', async () => {
  const crew = await createCrew(muster);
  const later = await join(crew, crew.member, 10);
  await join(crew, crew.member, 11);
  muster.clock.advance(8 * 86_400);
  await run();
  // Joined after the question was sent, and earlier than the others.
  const first = await join(crew, crew.member, 1);
  expect(await questionsTo(crew.member)).toMatchObject([{ task_count: 3, starts_at: first }]);
  expect((await crew.as(crew.owner, 'GET', 'unconfirmed')).json().data).toMatchObject([
    { task_count: 3, starts_at: first },
  ]);
  // It runs, so there is nothing to confirm about it.
  muster.clock.advance(86_400 + 60);
  expect(await questionsTo(crew.member)).toMatchObject([{ task_count: 2, starts_at: later }]);
});
