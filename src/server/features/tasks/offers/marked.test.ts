import { beforeAll, beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createDevice } from '../../../../../test/support/world/desk.ts';
import { createOfferingCrew, offering } from '../../../../../test/support/world/offers.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import type { Task } from '../tasks.schema.ts';

const muster = useApp();
let crew: Crew;
let ada: Caller;
let ben: Caller;
let cleo: Caller;
let desk: Task;
let bar: Task;
beforeAll(async () => void ({ crew, ada, ben, cleo } = await createOfferingCrew(muster)));
beforeEach(async () => {
  muster.clock.advance(86_400);
  // Soon enough for people to be marked.
  const start = muster.clock.now().getTime() + 1_800_000;
  [desk, bar] = [await createTaskAt(start, 0, {}), await createTaskAt(start, 0.5, {})];
  await join(ada, desk);
  await join(ben, bar);
});

const { createTaskAt, join, offer, take } = offering(() => crew);
const mark = async ({ id }: Task, { uid }: Caller, state: string) =>
  expect((await crew.as(crew.chief, 'PATCH', `tasks/${id}/attendees/${uid}`, { state })).statusCode).toBe(200);
const refusalsFor = async ({ headers }: Caller) =>
  (await muster.call({ method: 'GET', url: '/api/me/offers', headers }))
    .json()
    .data.map(({ refusal }: { refusal: string | null }) => refusal);
const givenPlaces = async () => (await crew.as(crew.chief, 'GET', 'offers')).json().data;
const marksOn = async ({ id }: Task) =>
  muster.db.read.selectFrom('attendances').select(['uid', 'state']).where('task_id', '=', id).execute();
const refused = { code: 'not_allowed', status: 422 };

test.each([['no_show'], ['arrived']])('nobody takes the place of somebody who is marked as %s', async (state) => {
  expect((await offer(ada, desk)).statusCode).toBe(204);
  expect([await refusalsFor(cleo), await givenPlaces()]).toMatchObject([[null], [{ from: { uid: ada.uid } }]]);
  await mark(desk, ada, state);
  expect([await refusalsFor(cleo), await givenPlaces()]).toEqual([[], []]);
  expect((await take(cleo, desk, ada)).json()).toMatchObject(refused);
  expect(await marksOn(desk)).toEqual([{ uid: ada.uid, state }]);
  // The mark was a mistake.
  await mark(desk, ada, 'joined');
  expect([await refusalsFor(cleo), await givenPlaces()]).toMatchObject([[null], [{ from: { uid: ada.uid } }]]);
  expect((await take(cleo, desk, ada)).statusCode).toBe(204);
});

test('somebody to whom the place is offered sees that they cannot have it, also if a device marked the person', async () => {
  expect((await offer(ada, desk, { to: cleo.uid })).statusCode).toBe(204);
  const { send } = await createDevice(muster, crew);
  expect((await send([{ uid: ada.uid, task: desk.id }])).json().results).toMatchObject([{ result: 'accepted' }]);
  expect(await refusalsFor(cleo)).toEqual(['not_allowed']);
  expect((await take(cleo, desk, ada)).json()).toMatchObject(refused);
  expect(await marksOn(desk)).toEqual([{ uid: ada.uid, state: 'arrived' }]);
});

test('nobody takes the place of a marked person in a swap', async () => {
  expect((await offer(ada, desk, { to: ben.uid, for: bar.id })).statusCode).toBe(204);
  await mark(desk, ada, 'no_show');
  expect(await refusalsFor(ben)).toEqual(['swap_impossible']);
  expect((await take(ben, desk, ada)).json()).toMatchObject({ code: 'swap_impossible', status: 409 });
  expect(await marksOn(desk)).toEqual([{ uid: ada.uid, state: 'no_show' }]);
});

test('nobody swaps away a place where they are marked', async () => {
  expect((await offer(ada, desk, { for: bar.id })).statusCode).toBe(204);
  expect(await refusalsFor(ben)).toEqual([null]);
  await mark(bar, ben, 'no_show');
  expect(await refusalsFor(ben)).toEqual([]);
  expect((await take(ben, desk, ada)).json()).toMatchObject(refused);
  expect([await marksOn(desk), await marksOn(bar)]).toEqual([
    [{ uid: ada.uid, state: 'joined' }],
    [{ uid: ben.uid, state: 'no_show' }],
  ]);
});
