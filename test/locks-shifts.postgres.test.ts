import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from './support/app.ts';
import { raceAgainst, startLockWorld } from './support/races/lock-holder.ts';
import type { LockWorld } from './support/races/lock-holder.ts';
import { createTasks, expectCountsToHold } from './support/races/races.ts';
import type { Crew } from './support/world.ts';

let world: LockWorld;
let muster: TestApp;
let crew: Crew;
beforeAll(async () => {
  world = await startLockWorld();
  ({ muster, crew } = world);
});
afterAll(() => world[Symbol.asyncDispose]());

test('of two hand-outs of the same name, created at once, there is one', async () => {
  const create = () => crew.as(crew.owner, 'POST', 'hand-outs', { name: 'Shirt', audience: { everyone: true } });
  const held = [['select 1 from projects where pid = $1 for update', [crew.pid]]] as const;
  const answers = await raceAgainst(muster, held, [create, create]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 409]);
});

test('giving a free place to somebody who is just taking it does not deadlock', async () => {
  const [id = ''] = await createTasks(crew, 1);
  await muster.db.transaction(async (trx) => {
    const waits = { task_id: id, uid: crew.member.uid, position: 1, created_at: '2026-06-01T09:00:00.000Z' };
    await trx.insertInto('waiting_people').values(waits).execute();
  });
  const join = () => crew.as(crew.member, 'PUT', `tasks/${id}/attendance`);
  const fill = async () =>
    muster.services.jobList.find(({ name }) => name === 'places')?.run(new AbortController().signal);
  const held = [['select 1 from people where uid = $1 for update', [crew.member.uid]]] as const;
  await raceAgainst<unknown>(muster, held, [join, fill]);
  expect((await crew.as(crew.member, 'GET', `tasks/${id}`)).json()).toMatchObject({ joined: true, attendee_count: 1 });
  await expectCountsToHold(muster);
});
