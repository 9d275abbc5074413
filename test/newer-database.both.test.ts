import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '../src/server/db/migrate.ts';
import { engine, everyCell, emptyDatabase, openAt } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { muster } from './support/cli.ts';
import { launchToEnd } from './support/processes.ts';

/** The whole content: on SQLite a hash of every file, on PostgreSQL every table name and row. */
async function contents(place: TestDatabase): Promise<string[]> {
  if (engine === 'sqlite') {
    const hash = (name: string) =>
      createHash('sha256')
        .update(readFileSync(join(place.folder, name)))
        .digest('hex');
    return readdirSync(place.folder, { recursive: true, encoding: 'utf8' })
      .toSorted()
      .map((name) => `${name} ${hash(name)}`);
  }
  const db = openAt(place);
  const tables = (await db.read.introspection.getTables()).map(({ name }) => name);
  const cells = await everyCell(db);
  await db.close();
  return [...tables, ...cells];
}

test('a database of a newer version is rejected with a clear message and not changed', async () => {
  await using place = await emptyDatabase();
  const db = openAt(place);
  await migrate(db, new Date().toISOString());
  await db.transaction(async (trx) => {
    await sql`insert into schema_migrations (name, ran_at) values ('9999_from_the_future', '2030-01-01')`.execute(trx);
    await sql`create table of_the_future (id text)`.execute(trx);
  });
  await db.close();
  const before = await contents(place);
  expect(before.length).toBeGreaterThan(0);

  const { code, stderr } = await launchToEnd({
    DATA_DIR: place.folder,
    MUSTER_KEY: '11'.repeat(32),
    ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^Muster cannot start: this database was written by a newer version of Muster \(it has 9999_from_the_future\); nothing was changed\. .*\n$/,
  );
  expect(await contents(place)).toEqual(before);
  const version = await muster(place, 'version');
  expect(version.code).toBe(1);
  expect(version.stdout).toMatch(/^Muster \d+\.\d+\.\d+, Node v/);
  expect(version.stdout).toContain('The database is newer than this version: it has 9999_from_the_future.');
});

test('the version says whether a migration is due', async () => {
  await using place = await emptyDatabase();
  const db = openAt(place);
  await migrate(db, new Date().toISOString());
  expect(await muster(place, 'version')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('The database is of this version.'),
  });
  await db.transaction((trx) => sql`delete from schema_migrations where name like '0042%'`.execute(trx));
  await db.close();
  expect((await muster(place, 'version')).stdout).toContain('The database is older');
});
