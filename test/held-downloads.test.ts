import { expect, test } from 'vitest';
import type { Trx } from '../src/server/db/db.ts';
import { useApp } from './support/app.ts';
import { browserOf } from './support/factories.ts';
import { createCrew } from './support/world.ts';
import type { Crew } from './support/world.ts';

const muster = useApp();
const count = 4000;

/** A project with so many tasks that the download takes many batches. */
async function busyCrew(): Promise<Crew> {
  const crew = await createCrew(muster);
  const tasks = Array.from({ length: count }, (_, i) => ({
    id: `${crew.pid}-${i}`,
    pid: crew.pid,
    tid: null,
    title: `Task ${i} ${'x'.repeat(60)}`,
    starts_at: '2026-08-01T08:00:00.000Z',
    ends_at: '2026-08-01T09:00:00.000Z',
    capacity: 1,
    created_by: null,
    created_at: '2026-01-01T00:00:00.000Z',
  }));
  await muster.db.transaction(async (trx) => {
    for (let i = 0; i < count; i += 500)
      await trx
        .insertInto('tasks')
        .values(tasks.slice(i, i + 500))
        .execute();
  });
  return crew;
}

/** Reads the first part of the download, changes something, and reads the rest. Returns the number of lines. */
async function download(crew: Crew, headers: Record<string, string>, change: (trx: Trx) => Promise<unknown>) {
  const url = `/api/projects/${crew.pid}/tasks.csv`;
  const response = await muster.app.inject({ url, headers, payloadAsStream: true });
  expect(response.statusCode).toBe(200);
  let [lines, changed] = [0, false];
  try {
    for await (const chunk of response.stream()) {
      lines += String(chunk).split('\r\n').length - 1;
      if (!changed) await muster.db.transaction(change);
      changed = true;
    }
  } catch {
    return 'broken off';
  }
  return lines;
}

const suspend = (uid: string, suspended_at: string | null) => (trx: Trx) =>
  trx.updateTable('people').set({ suspended_at }).where('uid', '=', uid).execute();

test('a download that is read slowly breaks off when the caller is suspended, signed out or removed', async () => {
  const crew = await busyCrew();
  const { owner, chief } = crew;
  const browser = await browserOf(muster, owner);
  expect(await download(crew, owner.headers, async () => {})).toBe(count + 1);
  const suspended = await download(crew, owner.headers, suspend(owner.uid, '2026-06-01T09:00:00.000Z'));
  await muster.db.transaction(suspend(owner.uid, null));
  const signedOut = await download(crew, browser, (trx) =>
    trx.deleteFrom('sessions').where('uid', '=', owner.uid).execute(),
  );
  const removed = [
    await download(crew, owner.headers, (trx) =>
      trx.deleteFrom('project_owners').where('uid', '=', owner.uid).execute(),
    ),
    await download(crew, chief.headers, (trx) => trx.deleteFrom('memberships').where('uid', '=', chief.uid).execute()),
  ];
  expect([suspended, signedOut, ...removed]).toEqual(Array(4).fill('broken off'));
  // Not an error of the service.
  expect(muster.logs.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});
