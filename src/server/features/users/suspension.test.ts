import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, useApp } from '../../../../test/support/app.ts';
import type { TestApp } from '../../../../test/support/app.ts';
import {
  bearer,
  browserOf,
  createPerson,
  createProject,
  createTeam,
  tokenOf,
} from '../../../../test/support/factories.ts';
import { taskNow } from '../../../../test/support/world/desk.ts';
import { createCrew } from '../../../../test/support/world.ts';

const muster = useApp();
/** Another process on the same database. */
let other: TestApp;
beforeAll(async () => {
  other = await startTestApp({ place: muster.place, clock: muster.clock });
});
afterAll(async () => {
  await other[Symbol.asyncDispose]();
});

type Headers = Record<string, string>;
const signedIn = async (person: { uid: string }): Promise<Headers> => bearer(await tokenOf(muster, person));
const administrator = async () => browserOf(muster, await createPerson(muster, { administrator: true }));
const suspend = (uid: string, headers: Headers, payload: object = {}) =>
  muster.call({ method: 'PUT', url: `/api/users/${uid}/suspension`, headers, payload });
const reinstate = (uid: string, headers: Headers) =>
  muster.call({ method: 'DELETE', url: `/api/users/${uid}/suspension`, headers });

const entriesOf = (uid: string) =>
  muster.db.read
    .selectFrom('audit')
    .select(['kind', 'detail'])
    .where('subject', '=', uid)
    .where('kind', 'like', 'person.%')
    .orderBy('id')
    .execute();

test('a suspended account is rejected from the next request on in every process, and hidden from others', async () => {
  using _still = muster.clock.freeze();
  const person = await createPerson(muster, { name: 'Suspended Sam' });
  const pid = await createProject(muster);
  await createTeam(muster, pid, { members: [person] });
  const [token, browser] = [await signedIn(person), await browserOf(muster, person)];
  const admin = await administrator();
  const volunteer = await signedIn(await createPerson(muster));
  const listed = async () => (await muster.call(`/api/members/${pid}`)).json().data[0].members.length;
  expect(await listed()).toBe(1);

  expect((await suspend(person.uid, admin, { reason: 'spam' })).statusCode).toBe(204);
  expect((await suspend(person.uid, admin, { reason: 'again' })).statusCode).toBe(204);
  for (const app of [other, muster]) {
    for (const [headers, code] of [
      [token, 'revoked_token'],
      [browser, 'not_signed_in'],
    ] as const) {
      const answer = await app.call({ url: '/api/me', headers });
      expect([answer.statusCode, answer.json().code]).toEqual([401, code]);
    }
  }
  expect(await listed()).toBe(0);
  const url = `/api/users/${person.uid}`;
  expect((await muster.call({ url, headers: volunteer })).statusCode).toBe(404);
  expect((await muster.call({ url: '/api/users?q=suspended', headers: volunteer })).json().data).toEqual([]);
  const seen = (await muster.call({ url, headers: admin })).json();
  const rights = { suspend: true, appoint: false };
  expect(seen).toMatchObject({ suspended_at: muster.clock.now().toISOString(), rights });
  const mails = (await muster.deliver()).filter(({ to }) => to === person.email);
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('Your Muster account is suspended')]);
  const inList = { uid: person.uid, suspended_at: muster.clock.now().toISOString() };
  for (const query of ['q=suspended', 'q=suspended&suspended=true']) {
    const { data } = (await muster.call({ url: `/api/users?${query}`, headers: admin })).json();
    expect(data).toMatchObject([inList]);
  }
  const without = (await muster.call({ url: '/api/users?q=suspended&suspended=false', headers: admin })).json();
  expect(without.data).toEqual([]);

  muster.clock.advance(1);
  expect((await reinstate(person.uid, admin)).statusCode).toBe(204);
  expect((await reinstate(person.uid, admin)).statusCode).toBe(204);
  // Old cookies and tokens stay ended; a new sign-in works.
  for (const headers of [token, browser]) expect((await other.call({ url: '/api/me', headers })).statusCode).toBe(401);
  expect((await other.call({ url: '/api/me', headers: await browserOf(muster, person) })).statusCode).toBe(200);
  expect(await listed()).toBe(1);
  expect(await entriesOf(person.uid)).toEqual([
    { kind: 'person.suspended', detail: '{"reason":"spam"}' },
    { kind: 'person.reinstated', detail: '{}' },
  ]);
});

test('only administrators suspend people, see suspended people or filter by them', async () => {
  const [eve, victim] = [await createPerson(muster), await createPerson(muster)];
  const headers = await signedIn(eve);
  expect((await suspend(victim.uid, headers)).statusCode).toBe(403);
  expect((await reinstate(victim.uid, headers)).statusCode).toBe(403);
  expect((await suspend(victim.uid, {})).statusCode).toBe(401);
  expect((await muster.call({ url: '/api/users?suspended=true', headers })).statusCode).toBe(403);
  expect((await muster.call({ url: '/api/users?suspended=false', headers })).statusCode).toBe(403);
  const entry = (await muster.call({ url: `/api/users/${victim.uid}`, headers })).json();
  expect(entry).not.toHaveProperty('suspended_at');
  expect(await entriesOf(victim.uid)).toEqual([]);
});

test('an administrator cannot suspend themselves or an unknown person', async () => {
  const admin = await createPerson(muster, { administrator: true });
  const headers = await browserOf(muster, admin);
  const own = await suspend(admin.uid, headers);
  expect([own.statusCode, own.json().code]).toEqual([422, 'not_allowed']);
  expect((await suspend('nobody', headers)).statusCode).toBe(404);
  expect((await reinstate('nobody', headers)).statusCode).toBe(404);
});

test('two administrators who suspend each other at once do not both succeed', async () => {
  for (let round = 0; round < 5; round += 1) {
    const pair = [
      await createPerson(muster, { administrator: true }),
      await createPerson(muster, { administrator: true }),
    ];
    const [a = { uid: '' }, b = { uid: '' }] = pair;
    const headers = [await browserOf(muster, a), await browserOf(muster, b)] as const;
    const answers = await Promise.all([suspend(b.uid, headers[0]), suspend(a.uid, headers[1])]);
    expect(answers.map((answer) => answer.statusCode).toSorted((x, y) => x - y)).toEqual([204, 401]);
  }
});

test.each([
  [{ reason: 'a\u0000' }, '/reason'],
  [{ reason: '\ud800' }, '/reason'],
  [{ reason: 'a'.repeat(501) }, '/reason'],
  [{ reason: 1 }, '/reason'],
  [{ until: '2027' }, '/until'],
])('a suspension rejects invalid input %# with a pointer to %s', async (payload, pointer) => {
  const person = await createPerson(muster);
  const response = await suspend(person.uid, await administrator(), payload);
  expect(response.statusCode).toBe(400);
  expect(response.json().errors[0].pointer).toBe(pointer);
  expect(await entriesOf(person.uid)).toEqual([]);
});

test('suspended people can take their data along and erase it, and nothing else', async () => {
  const person = await createPerson(muster);
  const admin = await administrator();
  expect((await suspend(person.uid, admin)).statusCode).toBe(204);
  const browser = await browserOf(muster, person);
  for (const [method, url] of [
    ['GET', '/api/me'],
    ['GET', '/api/me/bank'],
    ['DELETE', '/api/me/sessions'],
    ['POST', '/api/me/exchange-credentials'],
  ] as const) {
    const answer = await muster.call({ method, url, headers: browser });
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, 401, 'suspended']);
  }
  expect((await muster.call({ url: '/api/me/export', headers: browser })).json().person.uid).toBe(person.uid);
  const token = await signedIn(person);
  expect((await muster.call({ url: '/api/me/export', headers: token })).statusCode).toBe(401);
  expect((await muster.call({ method: 'DELETE', url: '/api/me', headers: browser })).statusCode).toBe(204);
  expect(await muster.db.read.selectFrom('people').select('uid').where('uid', '=', person.uid).execute()).toEqual([]);
});

test('suspension and its end need a fresh sign-in in a browser', async () => {
  const [admin, person] = [await createPerson(muster, { administrator: true }), await createPerson(muster)];
  const token = await signedIn(admin);
  expect((await suspend(person.uid, token)).json()).toMatchObject({ status: 403, code: 'browser_only' });
  expect((await reinstate(person.uid, token)).json()).toMatchObject({ status: 403, code: 'browser_only' });
  const browser = await browserOf(muster, admin);
  muster.clock.advance(16 * 60);
  expect((await suspend(person.uid, browser)).json()).toMatchObject({ status: 403, code: 'sign_in_again' });
  expect(await entriesOf(person.uid)).toEqual([]);
});

test('chiefs where places became free hear of it, without the names of both; those of other projects do not', async () => {
  const [crew, elsewhere] = [await createCrew(muster), await createCrew(muster)];
  await createTeam(muster, elsewhere.pid, { tid: 'bar', chiefs: [elsewhere.chief], members: [crew.member] });
  await taskNow(muster, crew, [crew.member], { from: 120, to: 180 });
  expect((await suspend(crew.member.uid, await administrator())).statusCode).toBe(204);
  const noticesOf = async ({ headers }: { headers: Headers }) =>
    (await muster.call({ url: '/api/me/notices', headers })).json().data;
  const notices = await noticesOf(crew.chief);
  expect(notices).toMatchObject([{ kind: 'team.left', actor: null, texts: ['team.left_suspended'] }]);
  expect(JSON.stringify(notices)).not.toContain('Mia');
  expect(await noticesOf(elsewhere.chief)).toEqual([]);
});
