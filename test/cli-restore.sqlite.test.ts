import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from './support/app.ts';
import { muster } from './support/cli.ts';
import { everyCell, migratedAt, migratedDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { createPerson } from './support/factories.ts';

async function addPerson(place: TestDatabase, name: string): Promise<void> {
  await using app = await startTestApp({ place });
  await createPerson(app, { name });
}

async function contents(place: TestDatabase): Promise<string[]> {
  await using migrated = await migratedAt(place);
  return await everyCell(migrated.db);
}

test('the file that a restore replaces stays beside it, and nothing else is left over', async () => {
  await using place = await migratedDatabase();
  await addPerson(place, 'Early');
  const folder = join(place.folder, 'b');
  expect(await muster(place, 'backup', '--to', folder)).toMatchObject({ code: 0, stderr: '' });
  await addPerson(place, 'Too late');
  const replaced = await contents(place);
  expect(replaced).toContain('Too late');

  const [name = ''] = readdirSync(folder);
  expect(await muster(place, 'restore', join(folder, name))).toMatchObject({ code: 0, stderr: '' });
  expect(await contents(place)).not.toContain('Too late');
  const files = readdirSync(place.folder).filter((one) => !/^(?:b|muster\.(?:db|key)(?:-wal|-shm)?)$/.test(one));
  expect(files).toEqual([expect.stringMatching(/^muster\.db\.before-[\dTZ-]+$/)]);
  renameSync(join(place.folder, files[0] ?? ''), join(place.folder, 'muster.db'));
  expect(await contents(place)).toEqual(replaced);
});
