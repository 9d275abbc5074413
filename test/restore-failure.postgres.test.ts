import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { restore } from '../src/server/cli/restore.ts';
import { readConfig } from '../src/server/config.ts';
import { startTestApp } from './support/app.ts';
import { muster, musterWith } from './support/cli.ts';
import { emptyDatabase } from './support/database.ts';
import { createPerson, tokenOf } from './support/factories.ts';

test('a restore that fails before the credentials have ended leaves nothing behind, and can be repeated', async () => {
  await using place = await emptyDatabase();
  {
    await using app = await startTestApp({ place });
    await tokenOf(app, await createPerson(app));
  }
  const folder = join(place.folder, 'b');
  await muster(place, 'backup', '--to', folder);
  const path = join(folder, readdirSync(folder).find((name) => name.endsWith('.backup')) ?? '');

  await using target = await emptyDatabase();
  const env = {
    DATA_DIR: target.folder,
    MUSTER_KEY: '11'.repeat(32),
    ...(target.databaseUrl === undefined ? {} : { DATABASE_URL: target.databaseUrl }),
  };
  const broken = {
    now: (): Date => {
      throw new Error('no time');
    },
  };
  const options = { path, withoutKey: false, unverified: false, identities: [] };
  await expect(restore(readConfig(env), options, broken)).rejects.toThrow('no time');
  // A database that is not empty would be rejected.
  expect(await musterWith({}, target, 'restore', path)).toMatchObject({ code: 0, stderr: '' });
});
