import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from './support/app.ts';
import { muster } from './support/cli.ts';
import { emptyDatabase, migratedAt, openAt } from './support/database.ts';
import { createPerson } from './support/factories.ts';
import { startServer } from './support/processes.ts';

const longAgo = '2026-01-01T00:00:00.000Z';
const scheduledName = /^muster-scheduled-.*\.backup$/;

test('one of two processes makes each backup; old backups are deleted, other files stay, and the newest can be restored', async () => {
  await using place = await emptyDatabase();
  const folder = join(place.folder, 'kept');
  mkdirSync(folder);
  const foreign = ['muster-2026-01-01T00-00-00-000Z.backup', 'notes.txt', 'muster-scheduled-notes.backup'];
  for (const name of foreign) writeFileSync(join(folder, name), 'not a backup');
  const draft = 'muster-scheduled-2026-01-01T00-00-00-000Z.backup.part';
  writeFileSync(join(folder, draft), 'left by a process that was killed');
  const env = { BACKUP_EVERY: '1h', BACKUP_KEEP: '1', BACKUP_DIR: folder };
  await using first = await startServer(place, env);
  await using second = await startServer(place, env);
  const { db } = await migratedAt(place);
  const goodAt = async () =>
    (await db.read.selectFrom('chores').select('good_at').where('name', '=', 'backup').executeTakeFirst())?.good_at ??
    longAgo;
  for (let round = 1; round <= 2; round += 1) {
    await expect.poll(goodAt, { interval: 100 }).not.toBe(longAgo);
    if (round === 2) break;
    // Due again, as if the process that had claimed it was killed.
    await db.transaction((trx) =>
      trx.updateTable('chores').set({ good_at: longAgo, claimed_until: longAgo }).execute(),
    );
  }
  await db.close();
  const logs = (await Promise.all([first.stop(), second.stop()])).map(({ stdout }) => stdout).join('\n');
  expect(logs.match(/"job":"backup"[^\n]*scheduled job done/g)).toHaveLength(2);
  const names = readdirSync(folder);
  expect(names).toEqual(expect.arrayContaining(foreign));
  expect(existsSync(join(folder, draft))).toBe(false);
  const backups = names.filter((name) => scheduledName.test(name) && !foreign.includes(name)).toSorted();
  expect(backups).toHaveLength(1);

  await using target = await emptyDatabase();
  const restored = await muster(target, 'restore', join(folder, backups[0] ?? ''));
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  const there = openAt(target);
  expect(await there.read.selectFrom('installation').selectAll().execute()).toHaveLength(1);
  await there.close();
});

test('a failed backup is recorded and logged, and the service keeps running', async () => {
  await using place = await emptyDatabase();
  const folder = join(place.folder, 'gone');
  await using app = await startTestApp({ place, env: { BACKUP_EVERY: '1h', BACKUP_DIR: folder } });
  const { uid } = await createPerson(app);
  // The folder is replaced by a file after the start.
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  await app.services.scheduler.check();
  const [row] = await app.db.read.selectFrom('chores').selectAll().where('name', '=', 'backup').execute();
  expect(row).toMatchObject({ failures: 1, good_at: null, last_error: expect.stringMatching(/EEXIST|ENOTDIR/) });
  expect(app.logs.some((line) => line.includes('scheduled job failed'))).toBe(true);
  rmSync(folder);
  app.clock.advance(600);
  await app.services.scheduler.check();
  expect(readdirSync(folder).filter((name) => scheduledName.test(name))).toHaveLength(1);
  expect(await app.db.read.selectFrom('people').select('uid').execute()).toEqual([{ uid }]);
});
