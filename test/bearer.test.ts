import { crc32 } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { newToken } from '../src/server/auth/token-format.ts';
import { useApp } from './support/app.ts';
import { bearer, browserOf, createPerson, createProject, tokenOf } from './support/factories.ts';
import { gatedRoutes } from './support/routes.ts';

const muster = useApp();
let pid: string;
let valid: string;
beforeAll(async () => {
  pid = await createProject(muster);
  valid = await tokenOf(muster, await createPerson(muster));
});

type Rejection = { status: number; code: string; challenge: unknown };

async function rejectionOf(method: 'GET', url: string, authorization: string): Promise<Rejection> {
  const query = url === '/api/members' ? { pid } : {};
  const response = await muster.app.inject({ method, url, query, headers: { authorization } });
  return { status: response.statusCode, code: response.json().code, challenge: response.headers['www-authenticate'] };
}

/** Expects 401 with the challenge and the code on every route that authenticates, protected or public. */
async function expectRejectedEverywhere(authorization: string, code: string): Promise<void> {
  const routes = gatedRoutes(muster.routes, { pid });
  expect(routes.map(({ pattern }) => pattern)).toEqual(
    expect.arrayContaining(['/api/me', '/api/me/tokens/:id', '/api/token', '/api/sign-in', '/members/:pid']),
  );
  for (const { method, url } of routes) {
    const rejection = await rejectionOf(method, url, authorization);
    expect({ method, url, ...rejection }).toEqual({
      method,
      url,
      status: 401,
      code,
      challenge: `Bearer realm="muster", error="invalid_token", error_description="${code}"`,
    });
  }
}

const withChecksum = (body: string) => `${body}_${crc32(body).toString(16).padStart(8, '0')}`;

const malformed: [name: string, value: () => string][] = [
  ['an empty value', () => ''],
  ['a space', () => ' '],
  ['the scheme alone', () => 'Bearer'],
  ['the scheme and a space', () => 'Bearer '],
  ['the token alone', () => valid],
  ['two tokens', () => `Bearer ${valid} ${valid}`],
  ['two tokens with a comma', () => `Bearer ${valid},${valid}`],
  ['two schemes', () => `Bearer ${valid}, Basic Og==`],
  ['no space', () => `Bearer${valid}`],
  ['a colon', () => `Bearer: ${valid}`],
  ['quotes', () => `Bearer "${valid}"`],
  ['a tab', () => `Bearer\t${valid}`],
  ['capital letters', () => `Bearer ${valid.toUpperCase()}`],
  ['a wrong checksum', () => `Bearer ${valid.slice(0, -1)}${valid.endsWith('0') ? '1' : '0'}`],
  ['a part of a token', () => `Bearer ${valid.slice(0, 20)}`],
  ['one character too many', () => `Bearer ${valid}0`],
  ['another prefix', () => `Bearer ${withChecksum(`abc${valid.slice(3, 56)}`)}`],
  ['a JSON web token', () => 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.'],
  ['a huge value', () => `Bearer ${'a'.repeat(14_000)}`],
  ['many spaces', () => `Bearer${' '.repeat(14_000)}x y`],
  ['Unicode', () => 'Bearer wäre-schön-王小明'],
  ['replacement characters', () => 'Bearer \ufffd\ufffd'],
  ['a null', () => 'null'],
  ['undefined', () => 'Bearer undefined'],
  ['SQL', () => "Bearer ' or 1=1--"],
  ['Digest', () => 'Digest username="a"'],
  ['Token', () => `Token ${valid}`],
];

test.each(malformed)('every route returns 401 for %s in the Authorization header', async (_name, value) => {
  await expectRejectedEverywhere(value(), 'malformed_token');
});

test('Basic credentials get 401 on every route except the token endpoint', async () => {
  for (const { method, url } of gatedRoutes(muster.routes, { pid })) {
    const { status, code } = await rejectionOf(method, url, 'Basic YWRhOnNlY3JldA==');
    const where = `${method} ${url}`;
    const expected = where === 'POST /api/token' ? [400, 'invalid_input'] : [401, 'malformed_token'];
    expect([where, status, code]).toEqual([where, ...expected]);
  }
});

test('an unknown token gets 401 on every route', async () => {
  await expectRejectedEverywhere(`Bearer ${newToken()}`, 'unknown_token');
});

test('a token with a known prefix and another secret is rejected', async () => {
  const forged = withChecksum(`${valid.slice(0, 10)}${newToken().slice(10, 56)}`);
  expect(forged.slice(0, 10)).toBe(valid.slice(0, 10));
  const response = await muster.call({ url: '/api/me', headers: bearer(forged) });
  expect({ status: response.statusCode, code: response.json().code }).toEqual({ status: 401, code: 'unknown_token' });
  expect((await muster.call({ url: '/api/me', headers: bearer(valid) })).statusCode).toBe(200);
});

test('an expired token gets 401 on every route from the second it expires', async () => {
  const token = await tokenOf(muster, await createPerson(muster), { days: 1 });
  muster.clock.advance(86_400 - 1);
  expect((await muster.call({ url: '/api/me', headers: bearer(token) })).statusCode).toBe(200);
  muster.clock.advance(1);
  await expectRejectedEverywhere(`Bearer ${token}`, 'expired_token');
});

test('a revoked token gets 401 on every route', async () => {
  const token = await tokenOf(muster, await createPerson(muster));
  const [{ id }] = (await muster.call({ url: '/api/me/tokens', headers: bearer(token) })).json().data;
  await muster.call({ method: 'DELETE', url: `/api/me/tokens/${id}`, headers: bearer(token) });
  await expectRejectedEverywhere(`Bearer ${token}`, 'revoked_token');
});

test("a suspended person's token gets 401 on every route", async () => {
  const person = await createPerson(muster);
  const token = await tokenOf(muster, person);
  await muster.db.transaction((trx) =>
    trx
      .updateTable('people')
      .set({ suspended_at: muster.clock.now().toISOString() })
      .where('uid', '=', person.uid)
      .execute(),
  );
  await expectRejectedEverywhere(`Bearer ${token}`, 'suspended');
});

test('an invalid token is rejected even with a valid cookie', async () => {
  const { cookie = '' } = await browserOf(muster, await createPerson(muster));
  const response = await muster.call({ url: '/api/me', headers: { cookie, ...bearer('nonsense') } });
  expect(response.statusCode).toBe(401);
});

test('without credentials protected routes return 401 without an error attribute', async () => {
  for (const { method, url, access } of gatedRoutes(muster.routes, { pid })) {
    if (access === 'public' || access.endsWith(':anyone')) continue;
    const response = await muster.app.inject({ method, url });
    expect({ url, status: response.statusCode, code: response.json().code }).toEqual({
      url,
      status: 401,
      code: 'not_signed_in',
    });
    expect(response.headers['www-authenticate']).toBe('Bearer realm="muster"');
  }
});

test.each(['bearer', 'BEARER', 'bEaReR'])('accepts the scheme written as %s', async (scheme) => {
  const response = await muster.call({ url: '/api/me', headers: { authorization: `${scheme} ${valid}` } });
  expect(response.statusCode).toBe(200);
});

test('public routes accept a valid token', async () => {
  expect((await muster.call({ url: `/members/${pid}`, headers: bearer(valid) })).statusCode).toBe(200);
});
