import { expect, test } from 'vitest';
import { startTestApp, useApp } from '../../../../test/support/app.ts';
import type { TestApp } from '../../../../test/support/app.ts';
import { bearer, browserOf, createPerson, tokenOf } from '../../../../test/support/factories.ts';

const muster = useApp();

async function signInTo(app: TestApp, email: string) {
  await app.call({ method: 'POST', url: '/api/sign-in/email', payload: { email } });
  const [mail] = await app.deliver();
  const token = /#token=(\w+)/.exec(mail?.text ?? '')?.[1] ?? '';
  return app.call({ method: 'POST', url: '/api/sign-in', payload: { token, confirmed: true } });
}

const statusWith = async (cookie: string) => (await muster.call({ url: '/api/me', headers: { cookie } })).statusCode;

test('on http the cookie is HttpOnly and Lax', async () => {
  const cookie = String((await signInTo(muster, 'http@example.org')).headers['set-cookie']);
  expect(cookie).toMatch(/^muster_session=[0-9a-z]{52}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
});

test('on https the cookie is Secure and bound to the host', async () => {
  await using secure = await startTestApp({ env: { BASE_URL: 'https://muster.test' } });
  const response = await signInTo(secure, 'https@example.org');
  const cookie = String(response.headers['set-cookie']);
  expect(cookie).toMatch(
    /^__Host-muster_session=[0-9a-z]{52}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(response.headers['strict-transport-security']).toBe('max-age=31536000');
  const value = cookie.split(';', 1)[0] ?? '';
  expect((await secure.call({ url: '/api/me', headers: { cookie: value } })).statusCode).toBe(200);
  const renamed = value.replace('__Host-', '');
  expect((await secure.call({ url: '/api/me', headers: { cookie: renamed } })).statusCode).toBe(401);
});

test('signing out ends the session on the server, not only in the browser', async () => {
  const headers = await browserOf(muster, await createPerson(muster));
  const { cookie = '' } = headers;
  expect(await statusWith(cookie)).toBe(200);
  const out = await muster.call({ method: 'POST', url: '/api/sign-out', headers });
  expect(out.statusCode).toBe(204);
  expect(String(out.headers['set-cookie'])).toMatch(
    /^muster_session=; .*Expires=Thu, 01 Jan 1970 00:00:00 GMT.*HttpOnly/,
  );
  expect(await statusWith(cookie)).toBe(401);
  expect((await muster.call({ method: 'POST', url: '/api/sign-out', headers })).statusCode).toBe(204);
});

test('other sessions of the same person stay valid', async () => {
  const person = await createPerson(muster);
  const [one, two] = [await browserOf(muster, person), await browserOf(muster, person)];
  await muster.call({ method: 'POST', url: '/api/sign-out', headers: one });
  expect(await statusWith(two['cookie'] ?? '')).toBe(200);
});

test('a session ends after thirty days without use, and use extends it', async () => {
  const person = await createPerson(muster);
  const [used, unused] = [await browserOf(muster, person), await browserOf(muster, person)];
  muster.clock.advance(29 * 86_400);
  expect(await statusWith(used['cookie'] ?? '')).toBe(200);
  await muster.services.authenticator.flush();
  muster.clock.advance(86_400);
  expect(await statusWith(unused['cookie'] ?? '')).toBe(401);
  expect(await statusWith(used['cookie'] ?? '')).toBe(200);
});

test('a suspended person is rejected at the next request, and can still sign out and sign in as somebody else', async () => {
  const person = await createPerson(muster);
  const headers = await browserOf(muster, person);
  await muster.db.transaction((trx) =>
    trx
      .updateTable('people')
      .set({ suspended_at: muster.clock.now().toISOString() })
      .where('uid', '=', person.uid)
      .execute(),
  );
  const refused = await muster.call({ url: '/api/me', headers });
  expect({ status: refused.statusCode, code: refused.json().code }).toEqual({ status: 401, code: 'suspended' });
  const out = await muster.call({ method: 'POST', url: '/api/sign-out', headers });
  expect({ status: out.statusCode, cookie: String(out.headers['set-cookie']).slice(0, 16) }).toEqual({
    status: 204,
    cookie: 'muster_session=;',
  });
  const left = muster.db.read.selectFrom('sessions').select('id').where('uid', '=', person.uid);
  expect(await left.execute()).toEqual([]);
  const ask = await muster.call({
    method: 'POST',
    url: '/api/sign-in/email',
    headers,
    payload: { email: 'else@example.org' },
  });
  expect(ask.statusCode).toBe(202);
  await muster.deliver();
});

test.each([
  [{ 'sec-fetch-site': 'same-origin' }, 201],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'none' }, 403],
  [{ 'sec-fetch-site': 'cross-site', origin: 'http://muster.test' }, 403],
  [{ origin: 'http://muster.test' }, 201],
  [{ origin: 'http://localhost:80', host: 'localhost:80' }, 403],
  [{ origin: 'http://localhost', host: 'localhost' }, 201],
  [{ origin: 'http://muster.test.evil.example' }, 403],
  [{ origin: 'http://evil.example' }, 403],
  [{ origin: 'http://muster.test:81' }, 403],
  [{ origin: 'null' }, 403],
  [{ origin: '' }, 403],
  [{ referer: 'http://muster.test/' }, 403],
  [{}, 403],
])('a write with a cookie and %j returns %i', async (headers, status) => {
  const { cookie = '' } = await browserOf(muster, await createPerson(muster));
  const response = await muster.call({
    method: 'POST',
    url: '/api/me/exchange-credentials',
    headers: { cookie, ...headers },
  });
  const code = status === 403 ? 'cross_origin' : undefined;
  expect({ status: response.statusCode, code: response.json().code }).toEqual({ status, code });
});

test('on https a page served over http is a foreign origin', async () => {
  await using secure = await startTestApp({ env: { BASE_URL: 'https://muster.test' } });
  const cookie = String((await signInTo(secure, 'https@example.org')).headers['set-cookie']).split(';', 1)[0] ?? '';
  const write = (origin: string) =>
    secure.call({
      method: 'POST',
      url: '/api/me/exchange-credentials',
      headers: { cookie, origin, host: 'muster.test' },
    });
  expect((await write('http://muster.test')).statusCode).toBe(403);
  expect((await write('https://muster.test')).statusCode).toBe(201);
});

test('reads with a cookie need no Origin header; a foreign page cannot read with it, nor sign anybody in or out', async () => {
  const headers = await browserOf(muster, await createPerson(muster));
  const { cookie = '' } = headers;
  expect((await muster.call({ url: '/api/me', headers: { cookie } })).statusCode).toBe(200);
  const foreign = await muster.call({ url: '/api/me', headers: { cookie, 'sec-fetch-site': 'cross-site' } });
  expect(foreign.json().code).toBe('cross_origin');
  for (const url of ['/api/sign-out', '/api/sign-in']) {
    const response = await muster.call({
      method: 'POST',
      url,
      headers: { cookie, origin: 'https://evil.example' },
      ...(url === '/api/sign-in' ? { payload: { token: 'x' } } : {}),
    });
    expect({ url, status: response.statusCode }).toEqual({ url, status: 403 });
  }
  const anonymous = await muster.call({
    method: 'POST',
    url: '/api/sign-in',
    headers: { origin: 'https://evil.example' },
    payload: { token: 'x' },
  });
  expect(anonymous.json().code).toBe('cross_origin');
  expect(await statusWith(cookie)).toBe(200);
});

test('a write with a token needs no Origin header, because browsers do not attach tokens', async () => {
  const token = await tokenOf(muster, await createPerson(muster));
  const [{ id }] = (await muster.call({ url: '/api/me/tokens', headers: bearer(token) })).json().data;
  const response = await muster.call({
    method: 'DELETE',
    url: `/api/me/tokens/${id}`,
    headers: { ...bearer(token), origin: 'https://app.example', 'sec-fetch-site': 'cross-site' },
  });
  expect(response.statusCode).toBe(204);
});
