import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp } from '../../../../test/support/app.ts';
import type { TestApp } from '../../../../test/support/app.ts';
import { emptyDatabase } from '../../../../test/support/database.ts';
import type { TestDatabase } from '../../../../test/support/database.ts';
import { bearer, createPerson, createProject, tokenOf } from '../../../../test/support/factories.ts';
import type { TestPerson } from '../../../../test/support/factories.ts';
import { keyring, seal, unseal } from '../../lib/seal.ts';
import { rotateKeys } from './rotation.service.ts';

const [old, fresh] = ['11'.repeat(32), '22'.repeat(32)];
const secretOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
const oldKeys = keyring([secretOf(old)]);
const newKeys = keyring([secretOf(fresh)]);
const bothKeys = keyring([secretOf(fresh), secretOf(old)]);
const many = 130;

let place: TestDatabase;
let before: TestApp;
let people: TestPerson[];
let headers: Map<string, { authorization: string }>;
beforeAll(async () => {
  place = await emptyDatabase();
  before = await startTestApp({ place, env: { MUSTER_KEY: old } });
  people = [];
  headers = new Map();
  for (let i = 0; i < many; i += 1) {
    const person = await createPerson(before);
    people.push(person);
    headers.set(person.uid, bearer(await tokenOf(before, person)));
  }
});
afterAll(async () => {
  await before[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
});

const bankOf = (person: TestPerson, number: string) => ({ code: '', number, branch: '', holder: person.name });
const write = (app: TestApp, person: TestPerson, number: string) =>
  app.call({
    method: 'PUT',
    url: '/api/me/bank',
    headers: headers.get(person.uid) ?? {},
    payload: bankOf(person, number),
  });
const read = async (app: TestApp, person: TestPerson) =>
  (await app.app.inject({ url: '/api/me/bank', headers: headers.get(person.uid) ?? {} })).json();

async function writeAllWithTheOldKey(): Promise<void> {
  for (const person of people) await write(before, person, '1234');
}

const keyIds = async () =>
  (await before.db.read.selectFrom('private_data').select('key_id').distinct().execute()).map((row) => row.key_id);

const withKeys = (keys: string) => startTestApp({ place, env: { MUSTER_KEY: keys } });

test('after a crash halfway through both halves can be read, and the next run does the rest', async () => {
  await writeAllWithTheOldKey();
  const crash = rotateKeys(before.db, bothKeys, () => {
    throw new Error('power cut');
  });
  await expect(crash).rejects.toThrow('power cut');
  expect((await keyIds()).toSorted()).toEqual([oldKeys.current.id, newKeys.current.id].toSorted());
  {
    await using running = await withKeys(`${fresh},${old}`);
    for (const person of people) expect(await read(running, person)).toEqual(bankOf(person, '1234'));
  }
  const revisions = await before.db.read
    .selectFrom('private_data')
    .select(['uid', 'revision'])
    .orderBy('uid')
    .execute();
  const { resealed, unopened } = await rotateKeys(before.db, bothKeys, () => {});
  expect([resealed, unopened]).toEqual([many - 100, 0]);
  expect(await keyIds()).toEqual([newKeys.current.id]);
  expect(await before.db.read.selectFrom('private_data').select(['uid', 'revision']).orderBy('uid').execute()).toEqual(
    revisions,
  );
  await using after = await withKeys(fresh);
  for (const person of people) expect(await read(after, person)).toEqual(bankOf(person, '1234'));
  expect(await rotateKeys(before.db, bothKeys, () => {})).toEqual({ resealed: 0, unopened: 0 });
});

test('values written during a key rotation are not lost, with either key', async () => {
  await writeAllWithTheOldKey();
  await using running = await withKeys(`${fresh},${old}`);
  const [rotation, ...writes] = await Promise.all([
    rotateKeys(before.db, bothKeys, () => {}),
    ...people.map((person, i) => write(i % 2 === 0 ? running : before, person, '5678')),
  ]);
  expect(writes.map((answer) => answer.statusCode)).toEqual(people.map(() => 200));
  expect(rotation.unopened).toBe(0);
  await rotateKeys(before.db, bothKeys, () => {});
  await using after = await withKeys(fresh);
  for (const person of people) expect(await read(after, person)).toEqual(bankOf(person, '5678'));
});

test('private answers of forms are sealed again, and the others stay unchanged', async () => {
  const pid = await createProject(before);
  const [person = { uid: '' }] = people;
  const context = `form:${pid}:shirt:${person.uid}:legal_name`;
  const at = before.clock.now().toISOString();
  const answers = { size: 'XL', options: ['a'], legal_name: { sealed: seal(oldKeys, context, '"Ada"') } };
  await before.db.transaction(async (trx) => {
    const form = {
      pid,
      form: 'shirt',
      kind: 'custom',
      title: 'Shirt',
      audience: 'people' as const,
      fields: '[]',
      created_at: at,
    };
    await trx.insertInto('forms').values(form).execute();
    await trx
      .insertInto('form_responses')
      .values({
        pid,
        form: 'shirt',
        uid: person.uid,
        answers: JSON.stringify(answers),
        key_id: oldKeys.current.id,
        revision: 7,
        created_at: at,
        updated_at: at,
      })
      .execute();
  });
  expect((await rotateKeys(before.db, bothKeys, () => {})).unopened).toBe(0);
  const row = await before.db.read
    .selectFrom('form_responses')
    .selectAll()
    .where('pid', '=', pid)
    .executeTakeFirstOrThrow();
  expect([row.key_id, row.revision, row.updated_at]).toEqual([newKeys.current.id, 7, at]);
  const { legal_name, ...rest } = JSON.parse(row.answers) as typeof answers;
  expect(rest).toEqual({ size: 'XL', options: ['a'] });
  expect(unseal(newKeys, context, legal_name.sealed)).toBe('"Ada"');
});

test('the key with which a project signs codes is sealed again', async () => {
  const pid = await createProject(before);
  const other = await createProject(before);
  const context = (project: string) => `project:${project}:key`;
  const rows = [pid, other].map((project) => ({
    pid: project,
    public_key: 'public',
    private_key: seal(oldKeys, context(project), `secret of ${project}`),
    key_id: oldKeys.current.id,
    created_at: before.clock.now().toISOString(),
  }));
  await before.db.transaction((trx) => trx.insertInto('project_keys').values(rows).execute());
  expect((await rotateKeys(before.db, bothKeys, () => {})).unopened).toBe(0);
  const after = await before.db.read.selectFrom('project_keys').selectAll().where('pid', 'in', [pid, other]).execute();
  expect(after.map(({ key_id }) => key_id)).toEqual([newKeys.current.id, newKeys.current.id]);
  for (const row of after) expect(unseal(newKeys, context(row.pid), row.private_key)).toBe(`secret of ${row.pid}`);
});

test('rows sealed with a missing key are reported and left unchanged, and do not block the others', async () => {
  await writeAllWithTheOldKey();
  const lost = keyring([secretOf('33'.repeat(32))]);
  const [victim = { uid: '' }] = people;
  await before.db.transaction((trx) =>
    trx
      .updateTable('private_data')
      .set({ key_id: lost.current.id, fields: '{"number":"x.y"}' })
      .where('uid', '=', victim.uid)
      .execute(),
  );
  expect(await rotateKeys(before.db, bothKeys, () => {})).toEqual({ resealed: many - 1, unopened: 1 });
  expect((await keyIds()).toSorted()).toEqual([lost.current.id, newKeys.current.id].toSorted());
  await before.db.transaction((trx) => trx.deleteFrom('private_data').where('uid', '=', victim.uid).execute());
});

test('the command rotates the keys of the configured database and reports what it did', async () => {
  await writeAllWithTheOldKey();
  const script = fileURLToPath(new URL('../../cli/muster.ts', import.meta.url));
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: place.folder,
    MUSTER_KEY: `${fresh},${old}`,
    ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
  };
  const { stdout } = await promisify(execFile)(process.execPath, [script, 'rotate-key'], { env });
  expect(stdout).toContain(`private_data: encrypted again ${many}`);
  expect(stdout).toContain(`${many} rows are encrypted with key ${newKeys.current.id} now.`);
  expect(await keyIds()).toEqual([newKeys.current.id]);
  const failing = promisify(execFile)(process.execPath, [script, 'rotate-key'], {
    env: { ...env, MUSTER_KEY: 'short' },
  });
  await expect(failing).rejects.toMatchObject({ code: 3, stderr: expect.stringContaining('64 hexadecimal digits') });
});
