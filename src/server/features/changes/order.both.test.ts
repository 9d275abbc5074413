import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestApp } from '../../../../test/support/app.ts';
import type { TestApp } from '../../../../test/support/app.ts';
import { openAt } from '../../../../test/support/database.ts';
import { createCrew } from '../../../../test/support/world.ts';
import { addChanges } from '../../db/db.ts';
import type { Db, NewChange } from '../../db/db.ts';

const change = (pid: string, kind = 'project.changed', subject: object = {}): NewChange => ({
  at: '2026-06-01T09:00:00.000Z',
  pid,
  kind,
  subject: JSON.stringify(subject),
  revision: null,
  uid: null,
});

const write = (db: Db, ...rows: NewChange[]) => db.transaction(async (trx) => addChanges(trx, rows));

async function reading(muster: TestApp) {
  const { pid, owner } = await createCrew(muster);
  let after = 'latest';
  const read = async () => {
    const found: { id: string; subject: { tid?: string } }[] = [];
    for (let more = true; more;) {
      const url = `/api/changes?project=${pid}&limit=200&after=${after}`;
      const page = (await muster.call({ url, headers: owner.headers })).json();
      found.push(...page.data);
      ({ next: after, more } = page);
    }
    return found;
  };
  await read();
  return { pid, read };
}

test('changes of one transaction keep their order', async () => {
  await using muster = await startTestApp();
  const { pid, read } = await reading(muster);
  const tids = Array.from({ length: 50 }, (_, index) => `team-${index}`);
  await write(muster.db, ...tids.map((tid) => change(pid, 'team.changed', { tid })));
  expect((await read()).map(({ subject }) => subject.tid)).toEqual(tids);
});

test('readers see nothing of a transaction that fails, and lose nothing behind it', async () => {
  await using muster = await startTestApp();
  const { pid, read } = await reading(muster);
  const failing = muster.db.transaction(async (trx) => {
    await muster.db.handle.changes.append(trx, [change(pid)]);
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  await write(muster.db, change(pid, 'team.changed', { tid: 'kept' }));
  expect((await read()).map(({ subject }) => subject.tid)).toEqual(['kept']);
});

/** Writers of several processes, each with its own connections, while one reader asks again and again. */
test('racing writers: the reader gets every change once, in the order of their numbers', async () => {
  await using muster = await startTestApp();
  const { pid, read } = await reading(muster);
  await using others = new AsyncDisposableStack();
  const dbs = [1, 2, 3].map(() => others.adopt(openAt(muster.place), (db) => db.close()));
  const state = { running: 0 };
  const writers = [muster.db, ...dbs].flatMap((db, process) =>
    [1, 2, 3].map(async (writer) => {
      state.running += 1;
      for (let turn = 0; turn < 25; turn += 1) {
        const tid = `${process}-${writer}-${turn}`;
        await db.transaction(async (trx) => {
          // The lock is held for a while before the commit, as when the disk is slow.
          await db.handle.changes.append(trx, [change(pid, 'team.changed', { tid })]);
          if (db.engine === 'postgres') await sql`select pg_sleep(${Math.random() * 0.01})`.execute(trx);
        });
      }
      state.running -= 1;
    }),
  );
  const found: { id: string; subject: { tid?: string } }[] = [];
  while (state.running > 0) found.push(...(await read()), ...(await sleep(1, [])));
  await Promise.all(writers);
  found.push(...(await read()));
  const rows = await muster.db.read.selectFrom('changes').select(['seq', 'subject']).orderBy('seq').execute();
  expect(rows).toHaveLength(300);
  expect(found.map(({ subject }) => JSON.stringify(subject))).toEqual(rows.map(({ subject }) => subject));
  // What one writer did is in its own order.
  const own = found.map(({ subject }) => subject.tid ?? '').filter((tid) => tid.startsWith('0-1-'));
  expect(own).toEqual(Array.from({ length: 25 }, (_, turn) => `0-1-${turn}`));
});
