import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, useApp } from '../../../../test/support/app.ts';
import type { TestApp } from '../../../../test/support/app.ts';
import { bearer, browserOf, createPerson, tokenOf } from '../../../../test/support/factories.ts';

const muster = useApp();
/** Another process on the same database. */
let other: TestApp;
beforeAll(async () => {
  other = await startTestApp({ place: muster.place, clock: muster.clock });
});
afterAll(async () => {
  await other[Symbol.asyncDispose]();
});

const get = (url: string, headers: Record<string, string>) => muster.call({ url, headers });
const remove = (url: string, headers: Record<string, string>) => muster.call({ method: 'DELETE', url, headers });

test('sessions are listed in pages, newest first, the current one marked, without secrets', async () => {
  const person = await createPerson(muster);
  const browsers = [];
  for (let i = 0; i < 3; i += 1) {
    browsers.push(await browserOf(muster, person));
    muster.clock.advance(1);
  }
  const [, second = {}] = browsers;
  const first = (await get('/api/me/sessions?limit=2', second)).json();
  const rest = (await get(`/api/me/sessions?limit=2&cursor=${first.next}`, second)).json();
  expect(rest.next).toBeNull();
  const all = [...first.data, ...rest.data];
  expect(all.map((session: { current: boolean }) => session.current)).toEqual([false, true, false]);
  expect(all[0]).toEqual({
    id: expect.any(String),
    device: 'Test browser',
    created_at: expect.any(String),
    last_seen_at: expect.any(String),
    expires_at: expect.any(String),
    current: false,
  });
  expect(all.map((one: { created_at: string }) => one.created_at)).toEqual(
    all.map((one: { created_at: string }) => one.created_at).toSorted((a: string, b: string) => (a < b ? 1 : -1)),
  );
  for (const { cookie = '' } of browsers) expect(JSON.stringify(all)).not.toContain(cookie.split('=')[1]);
  const byToken = (await get('/api/me/sessions', bearer(await tokenOf(muster, person)))).json();
  expect(byToken.data.filter((session: { current: boolean }) => session.current)).toEqual([]);
});

test('an expired session is not listed, and the number of queries does not grow with the list', async () => {
  const person = await createPerson(muster);
  const headers = bearer(await tokenOf(muster, person));
  const count = async () => {
    const before = muster.db.queryCount();
    const { data } = (await get('/api/me/sessions', headers)).json();
    return { rows: data.length, queries: muster.db.queryCount() - before };
  };
  await browserOf(muster, person);
  const one = await count();
  for (let i = 0; i < 49; i += 1) await browserOf(muster, person);
  expect(await count()).toEqual({ rows: 50, queries: one.queries });
  muster.clock.advance(31 * 86_400);
  expect((await count()).rows).toBe(0);
});

test('a person can end each of their sessions, also the current one, but never another person’s', async () => {
  const [ada, eve] = [await createPerson(muster), await createPerson(muster)];
  const [mine, elsewhere] = [await browserOf(muster, ada), await browserOf(muster, ada)];
  const eves = await browserOf(muster, eve);
  const idOf = async (headers: Record<string, string>) =>
    (await get('/api/me/sessions', headers)).json().data.find((one: { current: boolean }) => one.current).id;
  const [mineId, elsewhereId] = [await idOf(mine), await idOf(elsewhere)];
  expect((await remove(`/api/me/sessions/${elsewhereId}`, eves)).statusCode).toBe(404);
  expect((await remove('/api/me/sessions/nothing', mine)).statusCode).toBe(404);
  expect((await remove('/api/me/sessions/%00', mine)).statusCode).toBe(400);
  const ended = await remove(`/api/me/sessions/${elsewhereId}`, mine);
  expect(ended.statusCode).toBe(204);
  expect(ended.headers['set-cookie']).toBeUndefined();
  expect((await other.call({ url: '/api/me', headers: elsewhere })).statusCode).toBe(401);
  expect((await remove(`/api/me/sessions/${elsewhereId}`, mine)).statusCode).toBe(404);
  const own = await remove(`/api/me/sessions/${mineId}`, mine);
  expect(String(own.headers['set-cookie'])).toMatch(/^muster_session=;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)/);
  expect((await get('/api/me', mine)).statusCode).toBe(401);
  expect((await muster.call('/api/me/sessions')).statusCode).toBe(401);
  const entries = await muster.db.read
    .selectFrom('audit')
    .select('detail')
    .where('kind', '=', 'session.ended')
    .execute();
  expect(entries.map((entry) => JSON.parse(entry.detail))).toEqual(
    expect.arrayContaining([{ session: elsewhereId }, { session: mineId }]),
  );
});

test('signing out everywhere ends every session, token, link and credential, in every process at once', async () => {
  const [ada, eve] = [await createPerson(muster), await createPerson(muster)];
  const browsers = [await browserOf(muster, ada), await browserOf(muster, ada)] as const;
  const tokens = [bearer(await tokenOf(muster, ada)), bearer(await tokenOf(muster, ada, { scope: 'read' }))];
  const eves = bearer(await tokenOf(muster, eve));
  const credentials = (
    await muster.call({ method: 'POST', url: '/api/me/exchange-credentials', headers: browsers[0] })
  ).json();
  await muster.call({ method: 'POST', url: '/api/sign-in/email', payload: { email: ada.email } });
  const link = /#token=(\S+)/.exec((await muster.deliver())[0]?.text ?? '')?.[1];
  expect((await other.call({ url: '/api/me', headers: browsers[1] })).statusCode).toBe(200);

  const removed = await remove('/api/me/sessions', browsers[0]);
  expect(removed.statusCode).toBe(204);
  expect(String(removed.headers['set-cookie'])).toMatch(/^muster_session=;/);
  for (const app of [other, muster]) {
    for (const headers of [...browsers, ...tokens]) {
      expect((await app.call({ url: '/api/me', headers })).statusCode).toBe(401);
    }
    const exchange = await app.call({
      method: 'POST',
      url: '/api/token',
      payload: { username: credentials.username, password: credentials.password },
    });
    expect(exchange.json().code).toBe('invalid_credentials');
    const signIn = await app.call({ method: 'POST', url: '/api/sign-in', payload: { token: link, confirmed: true } });
    expect(signIn.json().code).toBe('invalid_link');
    expect((await app.call({ url: '/api/me', headers: eves })).statusCode).toBe(200);
  }
  const entries = await muster.db.read
    .selectFrom('audit')
    .select(['actor', 'subject'])
    .where('kind', '=', 'sessions.removed')
    .execute();
  expect(entries).toEqual([{ actor: ada.uid, subject: ada.uid }]);
});

test('credentials used during sign-out everywhere do not survive it', async () => {
  const person = await createPerson(muster);
  const browsers = await Promise.all(Array.from({ length: 4 }, () => browserOf(muster, person)));
  const ready = (
    await muster.call({ method: 'POST', url: '/api/me/exchange-credentials', headers: browsers[0] ?? {} })
  ).json();
  await muster.call({ method: 'POST', url: '/api/sign-in/email', payload: { email: person.email } });
  const link = /#token=(\S+)/.exec((await muster.deliver())[0]?.text ?? '')?.[1];
  const { username, password } = ready;
  const answers = await Promise.all([
    ...browsers.flatMap((headers) => [
      other.call({ method: 'POST', url: '/api/me/exchange-credentials', headers }),
      muster.call({ url: '/api/me', headers }),
    ]),
    other.call({ method: 'POST', url: '/api/token', payload: { username, password } }),
    other.call({ method: 'POST', url: '/api/sign-in', payload: { token: link, confirmed: true } }),
    remove('/api/me/sessions', browsers[0] ?? {}),
    ...browsers.map((headers) => other.call({ method: 'POST', url: '/api/me/exchange-credentials', headers })),
  ]);
  expect(answers.map((answer) => answer.statusCode).filter((status) => status >= 500)).toEqual([]);
  const { read } = muster.db;
  const rows = await Promise.all([
    read.selectFrom('sessions').select('id').where('uid', '=', person.uid).execute(),
    read.selectFrom('exchange_credentials').select('username').where('uid', '=', person.uid).execute(),
    read.selectFrom('sign_in_links').select('email').where('email', '=', person.email).execute(),
    read.selectFrom('api_tokens').select('id').where('uid', '=', person.uid).where('revoked_at', 'is', null).execute(),
  ]);
  // A link that is used after the removal cannot be: it was deleted by it. One used before has lost its session.
  expect(rows).toEqual([[], [], [], []]);
});

test('a session in constant use ends after 90 days', async () => {
  const headers = await browserOf(muster, await createPerson(muster));
  for (let day = 0; day < 88; day += 1) {
    muster.clock.advance(86_400);
    expect([day, (await get('/api/me', headers)).statusCode]).toEqual([day, 200]);
    await muster.services.authenticator.flush();
  }
  const [session] = (await get('/api/me/sessions', headers)).json().data;
  expect(Date.parse(session.expires_at) - Date.parse(session.created_at)).toBeLessThanOrEqual(90 * 86_400_000);
  muster.clock.advance(2 * 86_400);
  expect((await get('/api/me', headers)).statusCode).toBe(401);
});
