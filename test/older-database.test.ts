import { globSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrationContext } from '../src/server/db/columns.ts';
import type { MigrationContext } from '../src/server/db/columns.ts';
import { startTestApp } from './support/app.ts';
import { muster, musterWith } from './support/cli.ts';
import { emptyDatabase, openAt } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { bearer, tokenOf } from './support/factories.ts';

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

const at = '2025-08-01T09:00:00.000Z';

/** A project that paid travel money before there were claims: to Ada, to somebody who was erased, and, undone, to Bo. */
async function payAsBefore(place: TestDatabase): Promise<void> {
  const db = openAt(place);
  const answers = '{"apply":true,"from":"Taipei","how":"Bus","amount":1490,"currency":"TWD"}';
  await db.transaction(async (trx) => {
    for (const uid of ['olga', 'ada', 'bo'])
      await sql`insert into people (uid, email, name, sort_key, listing, created_at)
        values (${uid}, ${`${uid}@example.org`}, ${uid}, ${uid}, 'hidden', ${at})`.execute(trx);
    await sql`insert into projects (pid, name, timezone, created_at) values ('2025', 'Camp', 'UTC', ${at})`.execute(
      trx,
    );
    await sql`insert into project_owners (pid, uid, created_at) values ('2025', 'olga', ${at})`.execute(trx);
    await sql`insert into teams (pid, tid, name, sort_key, created_at) values ('2025', 'bar', 'Bar', 'bar', ${at})`.execute(
      trx,
    );
    await sql`insert into forms (pid, form, kind, title, fields, created_at)
      values ('2025', 'travel', 'travel_money', 'Travel', '[]', ${at})`.execute(trx);
    for (const uid of ['ada', 'bo']) {
      await sql`insert into memberships (pid, tid, uid, role, created_at)
        values ('2025', 'bar', ${uid}, 'member', ${at})`.execute(trx);
      await sql`insert into form_responses (pid, form, uid, answers, key_id, revision, created_at, updated_at)
        values ('2025', 'travel', ${uid}, ${answers}, '', 1, ${at}, ${at})`.execute(trx);
    }
    const payments = [
      ['p1', 'ada', 1490, null],
      ['p2', null, 700, null],
      ['p3', 'bo', 1490, at],
    ] as const;
    for (const [id, uid, amount, undone] of payments)
      await sql`insert into payments (id, pid, form, uid, amount, currency, batch, paid_at, paid_by, undone_at)
        values (${id}, '2025', 'travel', ${uid}, ${amount}, 'TWD', 'August', ${at}, 'olga', ${undone})`.execute(trx);
  });
  await db.close();
}

test('travel money that was paid before there were claims is beside the payouts, in the list and in the books', async () => {
  await using place = await olderDatabase('0040_held_invitations');
  await payAsBefore(place);
  await using app = await startTestApp({ place });
  const headers = bearer(await tokenOf(app, { uid: 'olga' }));
  const get = (path: string) => app.call({ url: `/api/projects/2025/${path}`, headers });
  const one = { currency: 'TWD', count: 1, amount: 1490 };
  expect((await get('travel-payments')).json().data).toEqual([
    { form: 'travel', title: 'Travel', open: [one], paid: [{ currency: 'TWD', count: 2, amount: 2190 }] },
  ]);
  const paid = { amount: 1490, currency: 'TWD', at, by: 'olga', batch: 'August' };
  expect((await get('forms/travel/payments')).json().data).toMatchObject([
    { uid: 'ada', paid, difference: 0 },
    { uid: 'bo', paid: null },
  ]);
  const [, ...books] = (await get('claims.csv')).body.trim().split('\r\n');
  const row = (name: string, amount: string) =>
    `,travel,${name},,,TWD,,${amount},paid,,"Travel; August",,,,olga,,${at}`;
  expect(books).toEqual([row('ada', '14.90'), row('', '7.00')]);
  // They are no payouts: nothing of them waits for the bank.
  expect((await get('payouts')).json().data).toEqual([]);
});
