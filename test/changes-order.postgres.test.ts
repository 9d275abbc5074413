import { expect, test } from 'vitest';
import { startTestApp } from './support/app.ts';
import { lockHolder, untilWaiting } from './support/races/lock-holder.ts';
import { createCrew } from './support/world.ts';
import { addChanges } from '../src/server/db/db.ts';
import type { NewChange } from '../src/server/db/db.ts';

const change = (pid: string, tid: string): NewChange => ({
  at: '2026-06-01T09:00:00.000Z',
  pid,
  kind: 'team.changed',
  subject: JSON.stringify({ tid }),
  revision: null,
  uid: null,
});

async function stage() {
  const muster = await startTestApp();
  const crew = await createCrew(muster);
  const read = async (after: string) => {
    const url = `/api/changes?project=${crew.pid}&after=${after}`;
    const { data, next } = (await muster.call({ url, headers: crew.owner.headers })).json();
    return { next: String(next), tids: data.map(({ subject }: { subject: { tid: string } }) => subject.tid) };
  };
  const write = (tid: string) => muster.db.transaction(async (trx) => addChanges(trx, [change(crew.pid, tid)]));
  return { muster, crew, read, write, [Symbol.asyncDispose]: () => muster[Symbol.asyncDispose]() };
}

test('a transaction that commits late loses no reader its changes', async () => {
  await using on = await stage();
  const { next: start } = await on.read('latest');
  const { promise: hasWritten, resolve: tell } = Promise.withResolvers<void>();
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const late = on.muster.db.transaction(async (trx) => {
    await on.muster.db.handle.changes.append(trx, [change(on.crew.pid, 'late')]);
    tell();
    await mayCommit;
  });
  await hasWritten;
  await on.write('early');
  // The reader waits: it would otherwise pass the number of the late one.
  const before = await on.read(start);
  expect(before.tids).toEqual([]);
  commit();
  await late;
  const after = await on.read(before.next);
  expect(after.tids).toEqual(['late', 'early']);
  expect((await on.read(after.next)).tids).toEqual([]);
});

test('a long transaction delays nobody before its last statement', async () => {
  await using on = await stage();
  const { next: start } = await on.read('latest');
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const { promise: hasBegun, resolve: tell } = Promise.withResolvers<void>();
  const long = on.muster.db.transaction(async (trx) => {
    addChanges(trx, [change(on.crew.pid, 'long')]);
    tell();
    await mayCommit;
  });
  await hasBegun;
  await on.write('short');
  const before = await on.read(start);
  expect(before.tids).toEqual(['short']);
  commit();
  await long;
  expect((await on.read(before.next)).tids).toEqual(['long']);
});

test('who waited for a row comes behind the change that held it', async () => {
  await using on = await stage();
  const { next: start } = await on.read('latest');
  await using holder = await lockHolder(on.muster);
  // Both requests have begun their transactions before either of them can change the team.
  await holder.lock('select 1 from teams where pid = $1 for update', [on.crew.pid]);
  const patch = (name: string) => on.crew.as(on.crew.owner, 'PATCH', 'teams/venue', { public_description: name });
  const first = patch('One');
  await untilWaiting(on.muster, 1);
  const second = patch('Two');
  await untilWaiting(on.muster, 2);
  await holder.release();
  await Promise.all([first, second]);
  const url = `/api/changes?project=${on.crew.pid}&after=${start}`;
  const { data } = (await on.muster.call({ url, headers: on.crew.owner.headers })).json();
  expect(data.map(({ revision }: { revision: number }) => revision)).toEqual([2, 3]);
});

test('a cursor stays valid while a slow writer holds the feed back behind it', async () => {
  await using on = await stage();
  await on.write('one');
  const { next } = await on.read('latest');
  await using holder = await lockHolder(on.muster);
  // It had read the last number before the others took theirs.
  const passed = Number.parseInt(next, 36) - 1;
  await holder.lock('select pg_advisory_xact_lock_shared((77102::bigint << 40) | $1::bigint)', [passed]);
  await on.write('two');
  const held = await on.read(next);
  expect(held.tids).toEqual([]);
  await holder.release();
  expect((await on.read(held.next)).tids).toEqual(['two']);
});
