import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digestOf, tableKeys, tableNames } from '../src/server/db/transfer.ts';
import { startTestApp } from './support/app.ts';
import { muster, musterWith } from './support/cli.ts';
import { engine, emptyDatabase, migratedDb, openAt } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { createPerson, createProject, createTeam, tokenOf } from './support/factories.ts';

/** A place with people of several scripts, a team and more rows than one batch holds. */
async function filledPlace(): Promise<TestDatabase> {
  const place = await emptyDatabase();
  await using app = await startTestApp({ place });
  const ada = await createPerson(app, { name: 'Ada "the first" 🌻' });
  const wang = await createPerson(app, { name: '王小明', listing: 'keyed' });
  const pid = await createProject(app, { owners: [ada] });
  await createTeam(app, pid, { name: '場務組', chiefs: [ada], members: [wang] });
  await tokenOf(app, ada);
  await app.db.transaction(async (trx) => {
    const at = app.clock.now().toISOString();
    const rows = Array.from({ length: 1203 }, (_, i) => ({
      id: `a${i}`,
      at,
      actor: ada.uid,
      kind: 'test',
      pid,
      subject: wang.uid,
      detail: '{}',
    }));
    for (let i = 0; i < rows.length; i += 200)
      await trx
        .insertInto('audit')
        .values(rows.slice(i, i + 200))
        .execute();
  });
  return place;
}

async function digests(place: TestDatabase): Promise<Record<string, string>> {
  const db = openAt(place);
  const found: Record<string, string> = {};
  for (const table of tableNames) found[table] = (await digestOf(db.read, table)).sha256;
  await db.close();
  return found;
}

test('every table is known to moves and backups', async () => {
  await using database = await migratedDb();
  const there = (await database.db.read.introspection.getTables()).map((table) => table.name);
  expect(there.filter((name) => name !== 'schema_migrations').toSorted()).toEqual(Object.keys(tableKeys).toSorted());
});

test('a move to the other engine and back keeps every value', async () => {
  await using source = await filledPlace();
  await using other = await emptyDatabase(engine === 'sqlite' ? 'postgres' : 'sqlite');
  await using back = await emptyDatabase();
  const moveTo = (from: TestDatabase, to: TestDatabase) =>
    to.databaseUrl === undefined
      ? muster(from, 'move', '--to', join(to.folder, 'muster.db'))
      : musterWith({ MOVE_TO_URL: to.databaseUrl }, from, 'move');
  expect(await moveTo(source, other)).toMatchObject({ code: 0, stderr: '' });
  expect(await moveTo(other, back)).toMatchObject({ code: 0, stderr: '' });
  const before = await digests(source);
  expect(await digests(other)).toEqual(before);
  expect(await digests(back)).toEqual(before);
  const file = join((engine === 'sqlite' ? back : other).folder, 'muster.db');
  expect(statSync(file).mode & 0o077).toBe(0);

  const again = await moveTo(source, other);
  expect(again).toMatchObject({ code: 3, stderr: expect.stringContaining('not empty') });
});

/** What a restore changes: credentials end, and the audit log says so. */
const changedByRestore = new Set(['sessions', 'api_tokens', 'audit']);
const withoutCredentials = (all: Record<string, string>) =>
  Object.fromEntries(Object.entries(all).filter(([table]) => !changedByRestore.has(table)));

test('a restore brings back the state of the backup, without later changes', async () => {
  await using place = await filledPlace();
  const before = withoutCredentials(await digests(place));
  const folder = join(place.folder, 'b');
  expect(await muster(place, 'backup', '--to', folder, '--keep', '2')).toMatchObject({ code: 0, stderr: '' });
  const [name = ''] = readdirSync(folder);
  expect(statSync(join(folder, name)).mode & 0o077).toBe(0);

  {
    await using app = await startTestApp({ place });
    await createPerson(app, { name: 'Too late' });
  }
  expect(withoutCredentials(await digests(place))).not.toEqual(before);

  // A PostgreSQL database must be empty; a SQLite file is replaced.
  await using empty = await emptyDatabase();
  const target = engine === 'sqlite' ? place : empty;
  expect(await muster(target, 'restore', join(folder, name))).toMatchObject({ code: 0, stderr: '' });
  expect(withoutCredentials(await digests(target))).toEqual(before);
});

test('old backups beyond --keep are deleted, the newest stay', async () => {
  await using place = await filledPlace();
  const folder = join(place.folder, 'b');
  for (let i = 0; i < 3; i += 1) expect((await muster(place, 'backup', '--to', folder, '--keep', '2')).code).toBe(0);
  expect(readdirSync(folder)).toHaveLength(2);
});

test('a damaged backup is rejected before anything is changed', async () => {
  await using place = await filledPlace();
  const folder = join(place.folder, 'b');
  await muster(place, 'backup', '--to', folder);
  const path = join(folder, readdirSync(folder)[0] ?? '');
  const before = await digests(place);
  const whole = readFileSync(path);
  const cut = join(folder, 'cut');
  writeFileSync(cut, whole.subarray(0, whole.length - 100));
  const changed = join(folder, 'changed');
  writeFileSync(changed, whole.with(Math.floor(whole.length / 2), (whole[Math.floor(whole.length / 2)] ?? 0) ^ 255));
  const foreign = join(folder, 'foreign');
  writeFileSync(foreign, 'not ours');
  for (const file of [cut, changed, foreign, join(folder, 'missing')]) {
    expect(await muster(place, 'restore', file)).toMatchObject({ code: 3, stdout: '' });
  }
  expect(await digests(place)).toEqual(before);
  expect(existsSync(join(place.folder, '.restore'))).toBe(false);
});

test('a backup whose key is missing is rejected before anything is changed, with a hint where the key belongs', async () => {
  await using place = await filledPlace();
  const db = openAt(place);
  const [{ uid } = { uid: '' }] = await db.read.selectFrom('people').select('uid').execute();
  const row = { uid, kind: 'bank' as const, fields: '{}', key_id: 'ffffffff', revision: 1, updated_at: '2026-01-01' };
  await db.transaction((trx) => trx.insertInto('private_data').values(row).execute());
  await db.close();
  const folder = join(place.folder, 'b');
  expect(await muster(place, 'backup', '--to', folder)).toMatchObject({ code: 0, stderr: '' });
  const file = join(folder, readdirSync(folder)[0] ?? '');
  await using target = await emptyDatabase();
  // Only the embedded database makes a key of its own.
  const env: Record<string, string> = engine === 'sqlite' ? { MUSTER_KEY: '' } : {};
  const refused = await musterWith(env, target, 'restore', file);
  expect(refused).toMatchObject({ code: 3, stdout: '' });
  expect(refused.stderr).toMatch(
    /the key ffffffff, which is not here; nothing was changed.*muster\.key, or .*MUSTER_KEY/,
  );
  expect(readdirSync(target.folder)).toEqual([]);
  const restored = await musterWith(env, target, 'restore', file, '--without-key');
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(restored.stdout).toContain('encrypted with the key ffffffff cannot be read');
  expect(restored.stdout.includes('The file was not checked')).toBe(engine === 'sqlite');
  expect(restored.stdout.includes('A new key was written to')).toBe(engine === 'sqlite');
  expect((await musterWith(env, target, 'doctor')).stdout).toMatch(
    engine === 'sqlite' ? /ffffffff, which \S+muster\.key does not have/ : /ffffffff, which MUSTER_KEY does not have/,
  );
});

test('doctor reports what is wrong and how to fix it', async () => {
  await using place = await emptyDatabase();
  expect(await muster(place, 'doctor', '--mend')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining(engine === 'sqlite' ? 'there is no database at' : 'migrate'),
  });
  const problem = engine === 'sqlite' ? /BAD +database: there is no database at/ : /BAD +schema: a migration is due/;
  expect(await muster(place, 'doctor')).toMatchObject({ code: 1, stdout: expect.stringMatching(problem) });
  expect((await muster(place, 'migrate')).code).toBe(0);
  expect(await muster(place, 'doctor')).toMatchObject({ code: 0, stdout: expect.not.stringContaining('BAD') });
  mkdirSync(place.folder, { recursive: true });
  writeFileSync(join(place.folder, 'muster.key'), '00'.repeat(32));
  chmodSync(join(place.folder, 'muster.key'), 0o644);
  chmodSync(place.folder, 0o755);
  expect(await muster(place, 'doctor')).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/BAD +data folder: .*chmod 700[^]*BAD +key file: .*chmod 600/),
  });
});

test('doctor reports a lost key, a wrong clock and an unreachable mail server', async () => {
  await using place = await filledPlace();
  await using app = await startTestApp({ place });
  const { uid } = await createPerson(app);
  const at = '2999-01-01T00:00:00.000Z';
  await app.db.transaction(async (trx) => {
    const row = { uid, kind: 'bank' as const, fields: '{}', key_id: 'ffffffff', revision: 1, updated_at: at };
    await trx.insertInto('private_data').values(row).execute();
    await trx.insertInto('audit').values({ id: 'zz', at, kind: 'test', subject: uid, detail: '{}' }).execute();
  });
  const { code, stdout } = await musterWith(
    { SMTP_URL: 'smtp://127.0.0.1:1', BASE_URL: 'https://muster.example.org' },
    place,
    'doctor',
  );
  expect(code).toBe(1);
  expect(stdout).toMatch(/BAD +keys: rows are encrypted with ffffffff/);
  expect(stdout).toMatch(/BAD +clock: .*future/);
  expect(stdout).toMatch(/BAD +mail: .*check SMTP_URL/);
  expect(stdout).toMatch(/BAD +proxy: .*TRUST_PROXY=1/);
});

test('doctor finds people whose search words do not match their names, and repairs them', async () => {
  await using place = await filledPlace();
  await using app = await startTestApp({ place });
  const before = await digestOf(app.db.read, 'person_words');
  expect((await muster(place, 'doctor')).stdout).toMatch(/ok +search: 2 people checked/);
  await app.db.transaction(async (trx) => {
    await trx.deleteFrom('person_words').where('word', 'like', 'ada%').execute();
    await trx.updateTable('person_words').set({ repeats: 9 }).where('word', 'like', '明%').execute();
  });
  expect(await muster(place, 'doctor')).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/BAD +search: 2 of 2 people checked .*muster doctor --repair/),
  });
  expect(await muster(place, 'doctor', '--repair')).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/The words of 2 of 2 people were wrong[^]*ok +search: 2 people/),
  });
  expect(await digestOf(app.db.read, 'person_words')).toEqual(before);
});

test('retention first shows what it would erase without changes, then erases it', async () => {
  await using place = await filledPlace();
  await using app = await startTestApp({ place });
  const { uid } = await createPerson(app);
  const row = {
    uid,
    kind: 'bank' as const,
    fields: '{}',
    key_id: 'x',
    revision: 1,
    updated_at: '2020-01-01T00:00:00.000Z',
  };
  await app.db.transaction(async (trx) => {
    await trx.updateTable('people').set({ created_at: row.updated_at }).where('uid', '=', uid).execute();
    await trx.insertInto('private_data').values(row).execute();
  });
  const before = await digests(place);
  const dry = await muster(place, 'retention', '--dry-run');
  expect(dry).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining(
      'private answers to forms: 0\nwhole answers to forms: 0\napplications: 0\nnotes about people: 0\ncodes: 0\nclaims that were not paid: 0\nclaims whose receipts are erased: 0\npayouts whose bank accounts are erased: 0\nprivate data: 1 records of 1 people\naudit entries: 0\nThis is what',
    ),
  });
  expect(await digests(place)).toEqual(before);
  expect(await muster(place, 'retention')).toMatchObject({ code: 0, stdout: expect.stringContaining('Erased') });
  expect(await app.db.read.selectFrom('private_data').select('uid').execute()).toEqual([]);
});

test('commands other than migrate and restore create nothing, and name the place where the database should be', async () => {
  await using place = await emptyDatabase();
  const folder = join(place.folder, 'mistyped');
  const env: Record<string, string> =
    engine === 'sqlite' ? { DATA_DIR: folder, MUSTER_KEY: '' } : { DATA_DIR: folder, BACKUP_EVERY: '03:30' };
  const commands = [
    ['verify', 'missing.backup'],
    ['backup'],
    ['backup', '--bogus'],
    ['admin', 'revoke', 'ada@example.org'],
    ['admin', 'grant', 'ada@example.org'],
    ['passkeys-optional'],
    ['retention', '--dry-run'],
    ['rotate-key'],
    ['move', '--to', join(place.folder, 'elsewhere', 'muster.db')],
    ['restore', 'missing.backup'],
    ['restore', '--bogus'],
    ['doctor'],
  ];
  const explained: string[] = [];
  for (const command of engine === 'sqlite' ? commands : commands.filter(([name]) => name !== 'move')) {
    const { code, stdout, stderr } = await musterWith(env, place, ...command);
    expect([command, code]).not.toEqual([command, 0]);
    if ((stdout + stderr).includes(`there is no database at ${join(folder, 'muster.db')}; is DATA_DIR right?`))
      explained.push(command.join(' '));
    expect([command, readdirSync(place.folder)]).toEqual([command, []]);
  }
  expect(explained.length).toBe(engine === 'sqlite' ? 7 : 0);
});

test('a command with wrong arguments prints its usage and changes nothing', async () => {
  await using place = await emptyDatabase();
  expect(await muster(place, 'nothing')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('there is no command'),
  });
  expect(await muster(place, 'move')).toMatchObject({ code: 2, stderr: expect.stringContaining('MOVE_TO_URL') });
  for (const url of ['postgres://a:hidden@127.0.0.1:1/b', 'postgres://a@127.0.0.1:1/b?password=hidden']) {
    const shown = await muster(place, 'move', '--to', url);
    expect(shown).toMatchObject({ code: 2, stderr: expect.stringContaining('set MOVE_TO_URL instead') });
    expect(shown.stderr).not.toContain('hidden');
  }
  const both = await musterWith({ MOVE_TO_URL: 'postgres://a@127.0.0.1:1/b' }, place, 'move', '--to', 'x.db');
  expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('not both') });
  expect(await muster(place, 'backup', '--keep', '0')).toMatchObject({ code: 2 });
  expect(await muster(place, 'toString')).toMatchObject({ code: 2 });
  expect(await muster(place)).toMatchObject({ code: 0, stdout: expect.stringContaining('Exit codes') });
});
