import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp } from '../../../../test/support/app.ts';
import type { TestApp } from '../../../../test/support/app.ts';
import {
  bearer,
  browserOf,
  createPerson,
  createProject,
  createTeam,
  tokenOf,
} from '../../../../test/support/factories.ts';
import { sha256 } from '../../lib/secrets.ts';

let muster: TestApp;
beforeAll(async () => {
  muster = await startTestApp({ env: { RATE_LIMIT_SCALE: '1000' } });
});
afterAll(() => muster[Symbol.asyncDispose]());

const meOf = async (headers: Record<string, string>) => (await muster.call({ url: '/api/me', headers })).json();

async function createForm(pid: string, form: string, fields: { closes_at?: string; enabled?: boolean } = {}) {
  const at = muster.clock.now().toISOString();
  const row = { pid, form, kind: 'custom', title: `Form ${form}`, audience: 'people', fields: '[]', created_at: at };
  await muster.db.transaction((trx) =>
    trx
      .insertInto('forms')
      .values({ ...row, enabled_at: fields.enabled === false ? null : at, closes_at: fields.closes_at ?? null })
      .execute(),
  );
}

test('the caller reads who they are, their roles and their teams by project, newest first', async () => {
  const person = await createPerson(muster, { name: 'Ada', administrator: true });
  const [older, newer] = [
    await createProject(muster, { pid: 'me-2025' }),
    await createProject(muster, { pid: 'me-2026', owners: [person] }),
  ];
  const chief = await createTeam(muster, older, { name: 'Venue', chiefs: [person] });
  await createTeam(muster, older, { name: 'Gone', members: [person], disabled: true });
  const me = await meOf(await browserOf(muster, person));
  expect(me).toEqual({
    uid: person.uid,
    email: person.email,
    email_hash: sha256(person.email),
    name: 'Ada',
    listing: 'public',
    roles: ['administrator'],
    projects: [
      { pid: newer, name: expect.any(String), owner: true, teams: [] },
      { pid: older, name: expect.any(String), owner: false, teams: [{ tid: chief, name: 'Venue', role: 'chief' }] },
    ],
    missing: ['real_profile', 'address', 'bank', 'dietary_habits'],
    missing_forms: [],
    rights_withheld: false,
    signed_in_at: muster.clock.now().toISOString(),
  });
  expect((await muster.call('/api/me')).statusCode).toBe(401);
});

test('open forms of their projects that wait for an answer are told, and no others', async () => {
  const person = await createPerson(muster);
  const [mine, other] = [await createProject(muster), await createProject(muster)];
  await createTeam(muster, mine, { members: [person] });
  await createForm(mine, 'shirt', { closes_at: '2030-01-01T00:00:00.000Z' });
  await createForm(mine, 'later', { enabled: false });
  await createForm(mine, 'over', { closes_at: '2020-01-01T00:00:00.000Z' });
  await createForm(other, 'foreign');
  const { missing_forms } = await meOf(bearer(await tokenOf(muster, person)));
  expect(missing_forms).toEqual([
    { pid: mine, form: 'shirt', title: 'Form shirt', closes_at: '2030-01-01T00:00:00.000Z' },
  ]);
});

test('it takes the same number of queries with one team and with fifty', async () => {
  const person = await createPerson(muster);
  const headers = bearer(await tokenOf(muster, person));
  const count = async () => {
    const before = muster.db.queryCount();
    const { projects } = await meOf(headers);
    return { projects: projects.length, queries: muster.db.queryCount() - before };
  };
  const add = async () => {
    const pid = await createProject(muster);
    await createTeam(muster, pid, { members: [person] });
    await createForm(pid, 'shirt');
  };
  await add();
  expect(await count()).toEqual({ projects: 1, queries: 5 });
  for (let i = 0; i < 49; i += 1) await add();
  expect(await count()).toEqual({ projects: 50, queries: 5 });
});
