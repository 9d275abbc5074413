import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { freshPlace, migratedAt } from './support/database.ts';

/** Holds the file as a process does that starts or stops at the same moment. */
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

test('a file that another process holds for a moment is waited for', async () => {
  await using place = await freshPlace('sqlite');
  const worker = new Worker(holder, { eval: true, workerData: join(place.folder, 'muster.db') });
  await once(worker, 'message');
  await using ground = await migratedAt(place);
  expect(await ground.db.read.selectFrom('people').select('uid').execute()).toEqual([]);
  await worker.terminate();
});
