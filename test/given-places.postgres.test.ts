import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestApp } from './support/app.ts';
import { lockHolder, raceAgainst, startLockWorld, untilWaiting } from './support/races/lock-holder.ts';
import type { LockWorld } from './support/races/lock-holder.ts';
import { expectCountsToHold } from './support/races/races.ts';
import { createDevice, taskNow } from './support/world/desk.ts';
import { createMembers } from './support/world.ts';
import type { Caller, Crew } from './support/world.ts';

let world: LockWorld;
let muster: TestApp;
let crew: Crew;
let people: Record<'giver' | 'one' | 'other', Caller>;
let task: { id: string };
beforeEach(async () => {
  world = await startLockWorld();
  ({ muster, crew } = world);
  const [giver = crew.member, one = crew.member, other = crew.member] = await createMembers(
    muster,
    crew.pid,
    'venue',
    3,
  );
  people = { giver, one, other };
  await muster.db.transaction((trx) =>
    trx.updateTable('teams').set({ member_count: 5 }).where('tid', '=', 'venue').execute(),
  );
  task = await taskNow(muster, crew, [giver], { from: 20 });
  await muster.db.transaction((trx) =>
    trx.updateTable('tasks').set({ capacity: 1 }).where('id', '=', task.id).execute(),
  );
});
afterEach(() => world[Symbol.asyncDispose]());

const give = (to: 'one' | 'other', as = crew.chief) =>
  crew.as(as, 'PUT', `tasks/${task.id}/attendees/${people[to].uid}?place_of=${people.giver.uid}`);
const leave = () => crew.as(people.giver, 'DELETE', `tasks/${task.id}/attendance`);
const join = (who: Caller) => crew.as(who, 'PUT', `tasks/${task.id}/attendance`);
const statuses = (answers: readonly { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode);
const onTask = async () => {
  const rows = await muster.db.read.selectFrom('attendances').select('uid').where('task_id', '=', task.id).execute();
  return rows.map(({ uid }) => uid);
};
const lockPersonSql = 'select 1 from people where uid = $1 for update';
const lockTaskSql = 'select 1 from tasks where id = $1 for update';

test('of two organisers who give the same place to two people at once, one succeeds', async () => {
  const held = [[lockPersonSql, [people.giver.uid]]] as const;
  const answers = statuses(await raceAgainst(muster, held, [() => give('one'), () => give('other', crew.owner)]));
  expect(answers.toSorted((one, other) => one - other)).toEqual([204, 404]);
  expect(await onTask()).toEqual([people[answers[0] === 204 ? 'one' : 'other'].uid]);
  await expectCountsToHold(muster);
});

test('two organisers who give the same place to the same person at once both succeed', async () => {
  const held = [[lockPersonSql, [people.giver.uid]]] as const;
  const answers = await raceAgainst(muster, held, [() => give('one'), () => give('one', crew.owner)]);
  expect(statuses(answers)).toEqual([204, 204]);
  expect(await onTask()).toEqual([people.one.uid]);
  await expectCountsToHold(muster);
});

test.each(['before', 'after'] as const)('the person leaves just %s their place is given', async (when) => {
  const held = [[lockTaskSql, [task.id]]] as const;
  const requests = when === 'before' ? [leave, () => give('one')] : [() => give('one'), leave];
  expect(statuses(await raceAgainst(muster, held, requests))).toEqual(when === 'before' ? [204, 404] : [204, 204]);
  expect(await onTask()).toEqual(when === 'before' ? [] : [people.one.uid]);
  await expectCountsToHold(muster);
});

test('nobody else can take a place while it is given', async () => {
  await using holder = await lockHolder(muster);
  await holder.lock(lockTaskSql, [task.id]);
  const giving = give('one');
  await untilWaiting(muster, 1);
  // The task is full all the time, so this request does not wait.
  expect((await join(people.other)).json()).toMatchObject({ code: 'task_full' });
  await holder.release();
  expect((await giving).statusCode).toBe(204);
  expect((await join(people.other)).json()).toMatchObject({ code: 'task_full' });
  expect(await onTask()).toEqual([people.one.uid]);
});

const take = () => crew.as(people.one, 'PUT', `tasks/${task.id}/offers/${people.giver.uid}/taken`);

test.each([
  ['given', () => give('one')],
  ['taken', take],
  ['given up', leave],
] as const)('somebody who is checked in just before their place is %s keeps it', async (_, lose) => {
  expect((await crew.as(people.giver, 'PUT', `tasks/${task.id}/attendance/offer`, {})).statusCode).toBe(204);
  const { send } = await createDevice(muster, crew);
  const arrive = () => send([{ uid: people.giver.uid, task: task.id }]);
  const held = [['select 1 from attendances where task_id = $1 for update', [task.id]]] as const;
  expect(statuses(await raceAgainst(muster, held, [arrive, lose]))).toEqual([200, 422]);
  expect(await onTask()).toEqual([people.giver.uid]);
  await expectCountsToHold(muster);
});
