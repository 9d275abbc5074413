import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testClock } from './support/app.ts';
import { emptyDatabase, migratedAt } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { launchToEnd, send, startServer } from './support/processes.ts';
import type { ServerProcess } from './support/processes.ts';
import { mayMount, mountSmallDisk } from './support/servers/small-disk.ts';
import { startMailServer } from './support/servers/smtp.ts';
import { expectDelivered, expectLinks, expectWhole } from './support/races/whole.ts';
import { createWriteScenario, startWriting } from './support/races/writers.ts';

/** Limits the file size of the process, so that writes fail as on a full disk. Does not need root. */
const limitFiles = ({ child }: ServerProcess, bytes: number | 'unlimited') =>
  void execFileSync('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}:`]);

type Fault = { begin: (server: ServerProcess) => void; end: (server: ServerProcess) => void; logged: RegExp };

/** Writes before, during and after a fault; expects 503 meanwhile and recovery without a restart. */
async function expectRecovery(folder: string, { begin, end, logged }: Fault): Promise<void> {
  const place: TestDatabase = { folder, databaseUrl: undefined, [Symbol.asyncDispose]: async () => {} };
  await using mail = await startMailServer();
  await using migrated = await migratedAt(place);
  const at = { db: migrated.db, clock: testClock(new Date()) };
  const scenario = await createWriteScenario(at);
  await using server = await startServer(place, { RATE_LIMIT_SCALE: '1000000', SMTP_URL: mail.url });
  const writing = startWriting(scenario, () => server.url);
  await writing.until(30);

  begin(server);
  while ((writing.writes.answers.get('503') ?? 0) < 20) await sleep(20);
  const reader = { headers: scenario.owner.headers };
  const unready = await send(server, 'GET', '/readyz');
  expect([unready.status, unready.headers.get('retry-after')]).toEqual([503, '5']);
  for (const path of ['/healthz', '/api/me', `/members/${scenario.pid}`])
    expect((await send(server, 'GET', path, reader)).status).toBe(200);

  end(server);
  await writing.until(30);
  expect((await send(server, 'GET', '/readyz')).status).toBe(200);
  await server.waitForLogLine(/The database is available again\./);
  const writes = await writing.stop();
  const { stdout, code } = await server.stop();
  expect(code).toBe(0);
  // An outage is reported once, apart from scheduled jobs that were due meanwhile.
  const lines = stdout.split('\n').filter((line) => /"level":50/.test(line) && !/scheduled jobs?\b/.test(line));
  expect(lines).toEqual([expect.stringMatching(logged)]);

  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(migrated.db.read);
  expect(rows).toEqual([{ integrity_check: 'ok' }]);
  await expectWhole(at, scenario, writes);
  await expectLinks(at, writes);
  await expectDelivered({ db: migrated.db, clock: testClock(new Date()) }, mail, writes);
}

test('with a full disk, writes get 503 and reads work; writes work again once there is space', async () => {
  await using disk = mayMount ? await mountSmallDisk(16) : undefined;
  await using place = await emptyDatabase('sqlite');
  const fault: Fault =
    disk === undefined
      ? {
          // Without root: a file size limit slightly above the current size.
          begin: (server) => limitFiles(server, 1024 * 1024),
          end: (server) => limitFiles(server, 'unlimited'),
          logged: /disk/,
        }
      : { begin: disk.fill, end: disk.empty, logged: /The disk of the database is full\. Free some space\./ };
  await expectRecovery(disk?.folder ?? place.folder, fault);
});

test('with a disk that rejects writes, writes get 503 and reads work; writes work again after recovery', async () => {
  await using place = await emptyDatabase('sqlite');
  const begin = (server: ServerProcess) => limitFiles(server, 4096);
  const end = (server: ServerProcess) => limitFiles(server, 'unlimited');
  await expectRecovery(place.folder, {
    begin,
    end,
    logged: /The database cannot read or write its files\. Check its disk\./,
  });
});

test('a start on a read-only file system exits with one clear line and changes nothing', async () => {
  await using disk = mayMount ? await mountSmallDisk(16) : undefined;
  await using place = await emptyDatabase('sqlite');
  const folder = disk?.folder ?? place.folder;
  const here: TestDatabase = { ...place, folder };
  let uid: string;
  {
    await using migrated = await migratedAt(here);
    uid = (await createWriteScenario({ db: migrated.db, clock: testClock(new Date()) })).owner.uid;
  }
  const readOnly = (on: boolean) =>
    disk === undefined
      ? chmodSync(folder, on ? 0o500 : 0o700)
      : void execFileSync('mount', ['-o', `remount,${on ? 'ro' : 'rw'}`, folder]);
  readOnly(true);
  const { code, stderr } = await launchToEnd({ DATA_DIR: folder, MUSTER_KEY: '11'.repeat(32) });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^Muster cannot start: DATA_DIR \S+ is not writable \((?:EROFS|EACCES)\);.*\n$/),
  });
  readOnly(false);
  await using _ = await startServer(here);
  await using after = await migratedAt(here);
  expect(await after.db.read.selectFrom('people').select('uid').where('uid', '=', uid).execute()).toHaveLength(1);
});
