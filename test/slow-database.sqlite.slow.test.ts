import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { testClock } from './support/app.ts';
import { emptyDatabase, migratedAt } from './support/database.ts';
import { send, startServer } from './support/processes.ts';
import { createWriteScenario } from './support/races/writers.ts';

test('while another program has locked the file, writes get 503 in the end and reads succeed', async () => {
  await using place = await emptyDatabase('sqlite');
  await using migrated = await migratedAt(place);
  const { owner, writers, pid } = await createWriteScenario({ db: migrated.db, clock: testClock(new Date()) }, 24);
  await using server = await startServer(place);
  const read = async () => (await send(server, 'GET', '/api/me', { headers: owner.headers })).status;
  const enter = (uid: string) =>
    send(server, 'PUT', `/api/projects/${pid}/teams/few/members/${uid}`, { headers: owner.headers });

  // The server also writes by itself and may have the lock at this moment.
  const holder = new DatabaseSync(join(place.folder, 'muster.db'), { timeout: 30_000 });
  holder.exec('begin immediate');
  const asked = writers.map(({ uid }) => enter(uid));
  // Many, so that a blocked event loop would be noticed.
  for (let i = 0; i < 50; i += 1) expect(await read()).toBe(200);
  // The file is still locked: all answers show that nobody waits for ever, or for the full time one after another.
  for (const answer of await Promise.all(asked)) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  }
  expect((await send(server, 'GET', '/readyz')).status).toBe(503);
  expect((await send(server, 'GET', '/healthz')).status).toBe(200);
  holder.exec('rollback');
  holder.close();

  expect((await enter(writers[0]?.uid ?? '')).status).toBe(204);
  expect((await send(server, 'GET', '/readyz')).status).toBe(200);
  const { stdout } = await server.stop();
  expect(stdout.match(/another program has locked it/g)).toHaveLength(1);
});
