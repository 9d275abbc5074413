import { createHash } from 'node:crypto';
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

let muster: TestApp;
beforeAll(async () => {
  muster = await startTestApp();
});
afterAll(() => muster[Symbol.asyncDispose]());

test("the caller's own info names roles, projects and teams, newest project first", async () => {
  const person = await createPerson(muster, { name: 'Ada', administrator: true });
  const other = await createPerson(muster);
  const [older, newer] = [
    await createProject(muster, { pid: 'me-2025', name: 'Camp 2025', owners: [person] }),
    await createProject(muster, { pid: 'me-2026', name: 'Camp 2026' }),
  ];
  await createTeam(muster, newer, { tid: 'b', name: 'Same', members: [person] });
  await createTeam(muster, newer, { tid: 'a', name: 'Same', chiefs: [person], members: [other] });
  await createTeam(muster, newer, { tid: 'gone', disabled: true, members: [person] });
  await createTeam(muster, newer, { tid: 'others', members: [other] });
  const response = await muster.call({ url: '/api/me', headers: bearer(await tokenOf(muster, person)) });
  expect(response.json()).toMatchObject({
    uid: person.uid,
    email: person.email,
    email_hash: createHash('sha256').update(person.email).digest('hex'),
    name: 'Ada',
    listing: 'public',
    roles: ['administrator'],
    projects: [
      {
        pid: newer,
        name: 'Camp 2026',
        owner: false,
        teams: [
          { tid: 'a', name: 'Same', role: 'chief' },
          { tid: 'b', name: 'Same', role: 'member' },
        ],
      },
      { pid: older, name: 'Camp 2025', owner: true, teams: [] },
    ],
    signed_in_at: null,
  });
});

test('somebody without a name is told what is missing, and a browser when it signed in', async () => {
  const person = await createPerson(muster, { name: '' });
  const signedInAt = muster.clock.now().toISOString();
  const headers = await browserOf(muster, person);
  muster.clock.advance(60);
  const me = (await muster.call({ url: '/api/me', headers })).json();
  expect(me).toMatchObject({ name: '', roles: [], projects: [], signed_in_at: signedInAt });
  expect(me.missing).toContain('name');
});

test('it takes as many queries with one team as with twenty', async () => {
  const counted = async (teams: number) => {
    const person = await createPerson(muster);
    const pid = await createProject(muster);
    for (let i = 0; i < teams; i += 1) await createTeam(muster, pid, { members: [person] });
    const headers = bearer(await tokenOf(muster, person));
    const before = muster.db.queryCount();
    expect((await muster.call({ url: '/api/me', headers })).json().projects[0].teams).toHaveLength(teams);
    return muster.db.queryCount() - before;
  };
  expect(await counted(1)).toBe(await counted(20));
});

test('it is in no cache, and open to nobody who is not signed in', async () => {
  const headers = bearer(await tokenOf(muster, await createPerson(muster)));
  expect((await muster.call({ url: '/api/me', headers })).headers['cache-control']).toBe('no-store');
  const response = await muster.call('/api/me');
  expect({ status: response.statusCode, code: response.json().code }).toEqual({ status: 401, code: 'not_signed_in' });
});
