import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startTestApp } from './support/app.ts';
import { emptyDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { serverUser } from './support/servers/postgres-server.ts';
import { mayMount, mountSmallDisk } from './support/servers/small-disk.ts';
import { createWriteScenario } from './support/races/writers.ts';

async function query(url: string | undefined, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Moves the tasks table to a small disk that can be filled. */
async function onSmallDisk(place: TestDatabase) {
  const disk = await mountSmallDisk(8);
  const folder = join(disk.folder, 'space');
  mkdirSync(folder, { mode: 0o700 });
  const { uid, gid } = serverUser();
  if (uid !== undefined) chownSync(folder, uid, gid);
  const name = `small_${randomBytes(4).toString('hex')}`;
  await query(
    place.databaseUrl,
    `create tablespace ${name} location '${folder}'`,
    `alter table tasks set tablespace ${name}`,
  );
  return {
    fill: async () => disk.fill(),
    empty: async () => disk.empty(),
    [Symbol.asyncDispose]: async () => {
      await query(place.databaseUrl, 'alter table tasks set tablespace pg_default', `drop tablespace ${name}`);
      await disk[Symbol.asyncDispose]();
    },
  };
}

/** Without root: a trigger that raises the server's own error for a full disk. */
const simulatedFullDisk = (place: TestDatabase) => ({
  fill: () =>
    query(
      place.databaseUrl,
      `create function full_disk() returns trigger language plpgsql as
         $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
      'create trigger full_disk before insert on tasks for each row execute function full_disk()',
    ),
  empty: () => query(place.databaseUrl, 'drop trigger full_disk on tasks'),
  [Symbol.asyncDispose]: async () => {},
});

test('with a full PostgreSQL disk, writes get 503 and reads work; writes work again once there is space', async () => {
  await using place = await emptyDatabase('postgres');
  await using muster = await startTestApp({ place });
  const { owner, pid } = await createWriteScenario(muster);
  await using disk = mayMount ? await onSmallDisk(place) : simulatedFullDisk(place);
  const { headers } = owner;
  const url = `/api/projects/${pid}/tasks`;
  const created: string[] = [];
  /** Random text cannot be compressed, so each row needs its own space. */
  const write = async () => {
    const title = `Task ${created.length}`;
    const description = randomBytes(7000).toString('base64');
    const payload = {
      title,
      description,
      starts_at: '2099-01-01T09:00:00Z',
      ends_at: '2099-01-02T09:00:00Z',
      capacity: 1,
    };
    const answer = await muster.app.inject({ method: 'POST', url, headers, payload });
    if (answer.statusCode === 201) created.push(answer.json().id);
    return answer;
  };
  expect((await write()).statusCode).toBe(201);

  await disk.fill();
  let refused = await write();
  // The server may have allocated some space in advance.
  while (refused.statusCode === 201) refused = await write();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
  expect((await muster.call({ url, headers })).statusCode).toBe(200);

  await disk.empty();
  expect((await write()).statusCode).toBe(201);
  expect((await muster.call('/readyz')).statusCode).toBe(200);
  const kept = await muster.db.read.selectFrom('tasks').select('id').where('title', 'like', 'Task%').execute();
  expect(kept.map(({ id }) => id).toSorted()).toEqual(created.toSorted());
});
