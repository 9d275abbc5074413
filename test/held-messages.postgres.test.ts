import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestApp } from './support/app.ts';
import { lockHolder, startLockWorld, untilWaiting } from './support/races/lock-holder.ts';
import type { LockWorld } from './support/races/lock-holder.ts';
import type { Crew } from './support/world.ts';

let world: LockWorld;
let muster: TestApp;
let crew: Crew;
beforeEach(async () => {
  world = await startLockWorld();
  ({ muster, crew } = world);
});
afterEach(() => world[Symbol.asyncDispose]());

/** What takes the right from the sender while the message goes out. Each locks the person first, as the application does. */
const losses = [
  ['suspended', 'update people set suspended_at = now() where uid = $1'],
  ['no longer chief', "update memberships set role = 'member' where uid = $1"],
  ['removed from the team', 'delete from memberships where uid = $1'],
] as const;

const write = async (fields: object = {}): Promise<string> => {
  const text = { subject: 'Hello', body: 'Hello', audience: { tids: ['venue'] } };
  const { id } = (await crew.as(crew.chief, 'POST', 'messages', { ...text, ...fields })).json();
  expect((await crew.inBrowser(crew.chief, 'POST', `messages/${id}/send`)).statusCode).toBe(200);
  return id;
};
const mailsTo = (mails: readonly { to: string }[]) => mails.map(({ to }) => to);

test.each(losses)('a message whose sender is %s while it goes out reaches nobody', async (_loss, statement) => {
  await write();
  await using holder = await lockHolder(muster);
  await holder.lock('select 1 from people where uid = $1 for update', [crew.chief.uid]);
  await holder.lock(statement, [crew.chief.uid]);
  const delivered = muster.deliver();
  await untilWaiting(muster, 1);
  await holder.release();
  expect(mailsTo(await delivered)).toEqual([]);
});

test.each(losses)('a scheduled message whose sender is %s when it begins is stopped', async (_loss, statement) => {
  const id = await write({ send_at: new Date(muster.clock.now().getTime() + 60_000).toISOString() });
  muster.clock.advance(61);
  await using holder = await lockHolder(muster);
  await holder.lock('select 1 from people where uid = $1 for update', [crew.chief.uid]);
  await holder.lock(statement, [crew.chief.uid]);
  const delivered = muster.deliver();
  await untilWaiting(muster, 1);
  await holder.release();
  expect(mailsTo(await delivered)).toEqual([]);
  expect((await crew.as(crew.owner, 'GET', `messages/${id}`)).json()).toMatchObject({ stopped: 'not_allowed' });
});

test('a message whose sender keeps the right is sent, however long somebody held their row', async () => {
  await write();
  await using holder = await lockHolder(muster);
  await holder.lock('select 1 from people where uid = $1 for update', [crew.chief.uid]);
  const delivered = muster.deliver();
  await untilWaiting(muster, 1);
  await holder.release();
  expect(mailsTo(await delivered)).toEqual([crew.member.email]);
});
