import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { muster, musterProgram } from './support/cli.ts';
import { emptyDatabase, migratedAt } from './support/database.ts';

/** Locks the file like a process that starts or stops at the same moment. */
const holder = `
  const { DatabaseSync } = require('node:sqlite');
  const { parentPort, workerData } = require('node:worker_threads');
  const database = new DatabaseSync(workerData);
  database.exec('begin exclusive');
  parentPort.postMessage('held');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
  database.exec('rollback');
  database.close();
`;

test('opening waits for a file that another process has locked briefly', async () => {
  await using place = await emptyDatabase('sqlite');
  const worker = new Worker(holder, { eval: true, workerData: join(place.folder, 'muster.db') });
  await once(worker, 'message');
  await using migrated = await migratedAt(place);
  expect(await migrated.db.read.selectFrom('people').select('uid').execute()).toEqual([]);
  await worker.terminate();
});

test('restore and move reject a file that the service has open', async () => {
  await using place = await emptyDatabase('sqlite');
  const { db } = await migratedAt(place);
  const folder = join(place.folder, 'b');
  expect((await muster(place, 'backup', '--to', folder)).code).toBe(0);
  const [name = ''] = readdirSync(folder);
  const before = readdirSync(place.folder);
  for (const words of [
    ['restore', join(folder, name)],
    ['move', '--to', join(folder, 'new', 'muster.db')],
  ]) {
    const refused = await musterProgram(place, ...words);
    expect(refused).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('stop it first') });
  }
  expect([readdirSync(place.folder), readdirSync(folder)]).toEqual([before, [name]]);

  await db.close();
  expect(await muster(place, 'restore', join(folder, name))).toMatchObject({ code: 0, stderr: '' });
});
