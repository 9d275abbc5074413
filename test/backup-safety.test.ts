import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, test } from 'vitest';
import { startTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { muster, musterWith } from './support/cli.ts';
import { engine, everyCell, emptyDatabase, migratedAt } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { bearer, browserOf, createPerson, createProject, createTeam, tokenOf } from './support/factories.ts';
import { createWorld } from './support/world/create-world.ts';

const backupIn = (folder: string): string =>
  join(folder, readdirSync(folder).find((name) => /\.backup(?:\.age)?$/.test(name)) ?? '');

async function backedUp(place: TestDatabase, env: Record<string, string> = {}): Promise<string> {
  const folder = join(place.folder, 'b');
  expect(await musterWith(env, place, 'backup', '--to', folder)).toMatchObject({ code: 0, stderr: '' });
  return backupIn(folder);
}

/** A PostgreSQL database must be empty; a SQLite file is replaced. */
const targetFor = (place: TestDatabase, empty: TestDatabase): TestDatabase => (engine === 'sqlite' ? place : empty);

async function cells(place: TestDatabase): Promise<string[]> {
  const { db } = await migratedAt(place);
  try {
    return await everyCell(db);
  } finally {
    await db.close();
  }
}

type Header = Record<string, unknown>;

/** The backup with another header or content, as somebody without the key can write it. */
function forged(path: string, name: string, change: (header: Header, content: Buffer) => [Header, Buffer]): string {
  const whole = gunzipSync(readFileSync(path));
  const end = whole.indexOf('\n');
  const [header, content] = change(JSON.parse(whole.subarray(0, end).toString()) as Header, whole.subarray(end + 1));
  const target = `${path}.${name}`;
  writeFileSync(target, gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), content])));
  return target;
}

test('nobody else can read a backup, also while it is being written', async () => {
  await using place = await emptyDatabase();
  {
    await using app = await startTestApp({ place });
    await createPerson(app);
  }
  const folder = join(place.folder, 'b');
  mkdirSync(folder, { mode: 0o700 });
  const modes = new Map<string, number>();
  const look = (parent: string) => (_: string, name: string | null) => {
    if (name === null || !name.includes('.backup')) return;
    const stats = statSync(join(parent, name), { throwIfNoEntry: false });
    if (stats !== undefined) modes.set(name.replace(/^.*\.backup/, ''), stats.mode & 0o077);
  };
  const watchers = [folder, place.folder].map((parent) => watch(parent, look(parent)));
  const before = process.umask(0);
  try {
    await backedUp(place);
  } finally {
    process.umask(before);
    for (const watcher of watchers) watcher.close();
  }
  expect([...modes.keys()]).toEqual(expect.arrayContaining(['.content', '.part']));
  expect([...modes.values()].every((mode) => mode === 0)).toBe(true);
  expect(readdirSync(place.folder).filter((name) => name.includes('.content'))).toEqual([]);
});

test('a backup that was changed is rejected, whatever its checksum says; verify and doctor find it, too', async () => {
  await using place = await emptyDatabase();
  await muster(place, 'migrate');
  const path = await backedUp(place);
  expect(await muster(place, 'verify', path)).toMatchObject({ code: 0, stdout: expect.stringContaining('unchanged') });
  const before = await cells(place);
  const changed = forged(path, 'changed', (header, content) => [{ ...header, version: '9.9.9' }, content]);
  for (const command of ['verify', 'restore']) {
    expect(await muster(place, command, changed, '--unverified')).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining('signature is wrong'),
    });
  }
  const unsigned = forged(path, 'unsigned', (header, content) => [{ ...header, signature: undefined }, content]);
  expect(await muster(place, 'restore', unsigned)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('--unverified restores it'),
  });
  const signature = `ffffffff.${'0'.repeat(64)}`;
  const foreign = forged(path, 'foreign', (header, content) => [{ ...header, signature }, content]);
  expect(await muster(place, 'restore', foreign)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('a key that is not here'),
  });
  expect(await cells(place)).toEqual(before);
  expect(existsSync(join(place.folder, '.restore'))).toBe(false);

  const env = { BACKUP_DIR: join(place.folder, 'b') };
  expect((await musterWith(env, place, 'doctor')).stdout).toMatch(/ok +newest backup: complete and unchanged/);
  writeFileSync(path, readFileSync(changed));
  expect((await musterWith(env, place, 'doctor')).stdout).toMatch(/BAD +newest backup: .*signature is wrong/);

  await using empty = await emptyDatabase();
  const target = targetFor(place, empty);
  expect(await muster(target, 'restore', unsigned, '--unverified')).toMatchObject({ code: 0, stderr: '' });
});

/** A closed address lets nobody in. */
const tablesWithHash = async (db: TestApp['db']) =>
  (await db.read.introspection.getTables()).filter(
    ({ name, columns }) => name !== 'closed_addresses' && columns.some((column) => column.name.endsWith('_hash')),
  );

/** The tables with credentials that still work: every table with a hash of a secret. */
async function credentialsIn({ db }: TestApp): Promise<string[]> {
  const found: string[] = [];
  for (const { name, columns } of await tablesWithHash(db)) {
    const ended = ['revoked_at', 'confirmed_at'].filter((end) => columns.some((column) => column.name === end));
    const alive = sql.join([sql`1 = 1`, ...ended.map((end) => sql`${sql.ref(end)} is null`)], sql` and `);
    const { rows } = await sql`select 1 from ${sql.table(name)} where ${alive}`.execute(db.read);
    if (rows.length > 0) found.push(name);
  }
  return found.toSorted();
}

/** One of each kind that the routes of the test do not make, and a message that is scheduled and one on its way. */
async function addCredentials(app: TestApp): Promise<void> {
  const { uid, message } = await createWorld(app, 'owner');
  const [now, soon] = [0, 3_600_000].map((ms) => new Date(app.clock.now().getTime() + ms).toISOString()) as [
    string,
    string,
  ];
  await app.db.transaction(async (trx) => {
    await trx
      .insertInto('email_changes')
      .values({ token_hash: 'c', uid, old_email: 'a@b.org', new_email: 'c@b.org', created_at: now, expires_at: soon })
      .execute();
    await trx
      .insertInto('idempotency_keys')
      .values({ uid, key: 'once', request_hash: 'h', answer: '', expires_at: soon })
      .execute();
    await trx.insertInto('not_me_links').values({ token_hash: 'n', uid, expires_at: soon }).execute();
    await trx
      .insertInto('passkey_challenges')
      .values({ challenge_hash: 'p', purpose: 'confirm', uid, expires_at: soon })
      .execute();
    await trx.insertInto('provider_visits').values({ state_hash: 's', browser_hash: 'b', expires_at: soon }).execute();
    await trx.updateTable('message_recipients').set({ state: 'waiting' }).where('message_id', '=', message).execute();
    await trx
      .updateTable('messages')
      .set({ state: 'scheduled', send_at: soon, planned_at: soon })
      .where('id', '=', message)
      .execute();
  });
}

test('a restore ends every credential, sends no message, and erases people again who were erased since the backup', async () => {
  await using place = await emptyDatabase();
  const app = await startTestApp({ place });
  const gone = await createPerson(app, { name: 'Gone Again', email: 'gone@example.org' });
  const stays = await createPerson(app, { name: 'Stays Here' });
  // In the backup the person still is the only owner.
  const pid = await createProject(app, { owners: [gone] });
  await createTeam(app, pid, { members: [gone, stays] });
  const cookie = await browserOf(app, stays);
  const token = await tokenOf(app, stays);
  await app.call({ method: 'POST', url: '/api/me/exchange-credentials', headers: cookie });
  await app.call({ method: 'POST', url: '/api/me/recovery-codes', headers: cookie });
  await app.call({ method: 'POST', url: '/api/sign-in/email', payload: { email: stays.email } });
  await addCredentials(app);
  await app.call({ method: 'POST', url: '/api/me/calendar', headers: cookie });
  expect(await credentialsIn(app)).toEqual((await tablesWithHash(app.db)).map(({ name }) => name).toSorted());
  const path = await backedUp(place);
  await app.db.transaction((trx) =>
    trx.updateTable('project_owners').set({ uid: stays.uid }).where('pid', '=', pid).execute(),
  );
  const erased = await app.call({ method: 'DELETE', url: '/api/me', headers: await browserOf(app, gone) });
  expect(erased.statusCode).toBe(204);
  await app[Symbol.asyncDispose]();
  const list = readFileSync(join(place.folder, 'backups', 'erased-people.txt'), 'utf8');
  expect(list).toMatch(/^[0-9a-f]{8}\.[0-9a-f]{64}\n$/);
  expect(statSync(join(place.folder, 'backups', 'erased-people.txt')).mode & 0o077).toBe(0);

  await using empty = await emptyDatabase();
  const target = targetFor(place, empty);
  const env = { BACKUP_DIR: join(place.folder, 'backups') };
  const restored = await musterWith(env, target, 'restore', path);
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(restored.stdout).toContain('made and are erased again: 1.');
  expect(restored.stdout).toContain('All sessions, API tokens, links and recovery codes have ended');
  const found = await cells(target);
  expect(found).toContain('Stays Here');

  await using again = await startTestApp({ place: target });
  // Other systems learn from the change feed that the person is gone.
  const notified = await again.db.read
    .selectFrom('changes')
    .select('uid')
    .where('uid', '=', gone.uid)
    .where('kind', 'in', ['person.erased', 'member.removed', 'owner.removed'])
    .execute();
  expect(found.filter((cell) => cell === gone.uid || cell.includes('gone@') || cell === 'Gone Again')).toEqual(
    notified.map(({ uid }) => uid),
  );
  expect((await again.call({ url: '/api/me', headers: cookie })).statusCode).toBe(401);
  expect((await again.call({ url: '/api/me', headers: bearer(token) })).statusCode).toBe(401);
  expect(await credentialsIn(again)).toEqual([]);
  const messages = await again.db.read.selectFrom('messages').select('state').execute();
  const recipients = await again.db.read.selectFrom('message_recipients').select('state').execute();
  expect([messages, recipients]).toEqual([[{ state: 'draft' }], [{ state: 'in_doubt' }]]);
});

test('without a list of erased people, or with lines that others wrote, a restore says who may be back', async () => {
  await using place = await emptyDatabase();
  let uid = '';
  {
    await using app = await startTestApp({ place });
    ({ uid } = await createPerson(app));
  }
  const path = await backedUp(place);
  await using target = await emptyDatabase();
  const env = { BACKUP_DIR: join(target.folder, 'elsewhere') };
  const without = await musterWith(env, target, 'restore', path);
  expect(without).toMatchObject({ code: 0, stdout: expect.stringContaining('erase them again') });

  await using other = await emptyDatabase();
  writeFileSync(join(place.folder, 'b', 'erased-people.txt'), `${uid}\n0.${'0'.repeat(64)}\n`);
  expect((await muster(other, 'restore', path)).stdout).toContain('are erased again: 0.');
  expect(await cells(other)).toContain(uid);
});

test('every backup completes the list beside it from the database', async () => {
  await using place = await emptyDatabase();
  {
    await using app = await startTestApp({ place, env: { BACKUP_DIR: join(place.folder, 'one') } });
    const person = await createPerson(app);
    await app.call({ method: 'DELETE', url: '/api/me', headers: await browserOf(app, person) });
  }
  await backedUp(place);
  const lists = ['one', 'b'].map((folder) => readFileSync(join(place.folder, folder, 'erased-people.txt'), 'utf8'));
  expect(lists[1]).toBe(lists[0]);
});

test('an encrypted backup shows nothing without the secret key, and is restored with it', async () => {
  await using place = await emptyDatabase();
  {
    await using app = await startTestApp({ place });
    await createPerson(app, { name: 'Hidden Name' });
  }
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const path = await backedUp(place, { BACKUP_RECIPIENT: recipient });
  expect(path).toMatch(/\.backup\.age$/);
  const bytes = readFileSync(path);
  expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
  expect(statSync(path).mode & 0o077).toBe(0);

  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  expect(gunzipSync(await decrypter.decrypt(bytes)).toString('latin1')).toMatch(/^\{"format":"muster-backup-1"/);

  await using empty = await emptyDatabase();
  const target = targetFor(place, empty);
  expect(await muster(target, 'restore', path)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('is encrypted'),
  });
  const stranger = { BACKUP_IDENTITY: await generateX25519Identity() };
  expect(await musterWith(stranger, target, 'restore', path)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('is encrypted'),
  });
  const cut = `${path}.cut`;
  writeFileSync(cut, bytes.subarray(0, -20));
  expect(await musterWith({ BACKUP_IDENTITY: identity }, target, 'verify', cut)).toMatchObject({ code: 3 });
  const changed = `${path}.changed`;
  writeFileSync(changed, bytes.with(bytes.length - 400, (bytes.at(-400) ?? 0) ^ 1));
  expect(await musterWith({ BACKUP_IDENTITY: identity }, target, 'verify', changed)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('is damaged: it cannot be decrypted'),
  });

  const file = join(place.folder, 'identity.txt');
  writeFileSync(file, `# created: 2026-01-01\n# public key: ${recipient}\n${identity}\n`);
  expect(await muster(target, 'verify', path, '--identity', file)).toMatchObject({ code: 0, stderr: '' });
  expect(await musterWith({ BACKUP_IDENTITY: identity }, target, 'restore', path)).toMatchObject({ code: 0 });
  expect(await cells(target)).toContain('Hidden Name');
  for (const wrong of ['nonsense', identity])
    expect(await musterWith({ BACKUP_RECIPIENT: wrong }, target, 'backup')).toMatchObject({ code: 3, stdout: '' });
  const typo = recipient.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'));
  expect((await musterWith({ BACKUP_RECIPIENT: typo }, target, 'doctor')).stdout).toMatch(/BAD +backup recipient/);
});
