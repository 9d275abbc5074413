import { globSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrationContext } from '../src/server/db/columns.ts';
import type { MigrationContext } from '../src/server/db/columns.ts';
import { muster, musterWith } from './support/cli.ts';
import { emptyDatabase, openAt } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';

type Migration = (context: MigrationContext) => Promise<void>;

/** As an old version left it: only its migrations have run. */
async function olderDatabase(last: string): Promise<TestDatabase> {
  const place = await emptyDatabase();
  const db = openAt(place);
  const files = globSync('src/server/db/migrations/*.ts').toSorted();
  await db.transaction(async (trx) => {
    await sql`create table schema_migrations (name text primary key, ran_at text not null)`.execute(trx);
    for (const file of files) {
      const name = basename(file, '.ts');
      if (name > last) break;
      const [up] = Object.values((await import(pathToFileURL(resolve(file)).href)) as Record<string, Migration>);
      await up?.(migrationContext(trx, db.engine));
      await sql`insert into schema_migrations (name, ran_at) values (${name}, '2025-01-01T00:00:00.000Z')`.execute(trx);
    }
  });
  await db.close();
  return place;
}

const backupsIn = ({ folder }: TestDatabase): string[] =>
  readdirSync(join(folder, 'backups')).filter((name) => name.endsWith('.backup'));

test.each(['0001_foundation', '0020_notices', '0040_held_invitations'])(
  'a database that was last migrated to %s can be backed up before it is migrated',
  async (last) => {
    await using place = await olderDatabase(last);
    const done = await muster(place, 'backup');
    expect(done).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('of an older version') });
    const [name = ''] = backupsIn(place);
    expect(await muster(place, 'verify', join(place.folder, 'backups', name))).toMatchObject({ code: 0 });
    const { stdout } = await muster(place, 'doctor');
    expect(stdout).toContain('BAD  schema: a migration is due');
    expect(stdout).not.toMatch(/no such|does not exist: /);
  },
);

test('migrating writes a backup first, which restores the older state, and prints the time of each step', async () => {
  await using place = await olderDatabase('0040_held_invitations');
  const { code, stdout } = await muster(place, 'migrate');
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^wrote .+muster-before-migration-.+\.backup\n(?:ran \d{4}_\w+ in \d+ ms\n)+$/),
  });
  expect(backupsIn(place)).toHaveLength(1);
  expect(await muster(place, 'migrate')).toMatchObject({ code: 0, stdout: 'nothing to do\n' });
  expect(backupsIn(place)).toHaveLength(1);
});

test('the backup before migrating can be switched off, and a new database needs none', async () => {
  await using older = await olderDatabase('0040_held_invitations');
  const done = await musterWith({ BACKUP_BEFORE_MIGRATING: 'off' }, older, 'migrate');
  expect(done).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ran /) });
  expect(readdirSync(older.folder)).not.toContain('backups');
  await using fresh = await emptyDatabase();
  expect(await muster(fresh, 'migrate')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ran /) });
  expect(readdirSync(fresh.folder)).not.toContain('backups');
});

test('a backup that fails stops the migration with advice, and nothing is changed', async () => {
  await using place = await olderDatabase('0040_held_invitations');
  const refused = await musterWith({ BACKUP_DIR: '/dev/null/backups' }, place, 'migrate');
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('BACKUP_BEFORE_MIGRATING=off') });
  const db = openAt(place);
  const { rows } = await sql<{ name: string }>`select max(name) as name from schema_migrations`.execute(db.read);
  await db.close();
  expect(rows).toEqual([{ name: '0040_held_invitations' }]);
});
