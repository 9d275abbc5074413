import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newToken } from '../src/server/auth/token-format.ts';
import { startTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { bearer, browserOf, createPerson, createProject, tokenOf } from './support/factories.ts';
import { gatedRoutes } from './support/routes.ts';

let muster: TestApp;
let pid: string;
let valid: string;
beforeAll(async () => {
  muster = await startTestApp({ env: { RATE_LIMIT_SCALE: '100000' } });
  pid = await createProject(muster);
  valid = await tokenOf(muster, await createPerson(muster));
});
afterAll(() => muster[Symbol.asyncDispose]());

type Refusal = { status: number; code: string; challenge: unknown };

async function refusalOf(method: 'GET', url: string, authorization: string): Promise<Refusal> {
  const query = url === '/api/members' ? { pid } : {};
  const response = await muster.app.inject({ method, url, query, headers: { authorization } });
  return { status: response.statusCode, code: response.json().code, challenge: response.headers['www-authenticate'] };
}

/** On every route that asks who is calling, protected and public: 401, the challenge and the code. */
async function expectRefusedEverywhere(authorization: string, code: string): Promise<void> {
  const routes = gatedRoutes(muster.routes, { pid });
  expect(routes.map(({ pattern }) => pattern)).toEqual(
    expect.arrayContaining(['/api/me', '/api/me/tokens/:id', '/api/token', '/api/sign-in', '/members/:pid']),
  );
  for (const { method, url } of routes) {
    const refusal = await refusalOf(method, url, authorization);
    expect({ method, url, ...refusal }).toEqual({
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
  ['empty', () => ''],
  ['a blank', () => ' '],
  ['the scheme alone', () => 'Bearer'],
  ['the scheme and a blank', () => 'Bearer '],
  ['the token alone', () => valid],
  ['two tokens', () => `Bearer ${valid} ${valid}`],
  ['two tokens with a comma', () => `Bearer ${valid},${valid}`],
  ['two schemes', () => `Bearer ${valid}, Basic Og==`],
  ['no blank', () => `Bearer${valid}`],
  ['a colon', () => `Bearer: ${valid}`],
  ['quotes', () => `Bearer "${valid}"`],
  ['a tab', () => `Bearer\t${valid}`],
  ['capital letters', () => `Bearer ${valid.toUpperCase()}`],
  ['a wrong checksum', () => `Bearer ${valid.slice(0, -1)}${valid.endsWith('0') ? '1' : '0'}`],
  ['a part of a token', () => `Bearer ${valid.slice(0, 20)}`],
  ['one character too many', () => `Bearer ${valid}0`],
  ['another prefix', () => `Bearer ${withChecksum(`abc${valid.slice(3, 56)}`)}`],
  ['a JSON web token', () => 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.'],
  ['something huge', () => `Bearer ${'a'.repeat(14_000)}`],
  ['many blanks', () => `Bearer${' '.repeat(14_000)}x y`],
  ['Unicode', () => 'Bearer wäre-schön-王小明'],
  ['replacement characters', () => 'Bearer \ufffd\ufffd'],
  ['a null', () => 'null'],
  ['undefined', () => 'Bearer undefined'],
  ['SQL', () => "Bearer ' or 1=1--"],
  ['Digest', () => 'Digest username="a"'],
  ['Token', () => `Token ${valid}`],
];

test.each(malformed)('%s in the Authorization header is 401 on every route', async (_name, value) => {
  await expectRefusedEverywhere(value(), 'malformed_token');
});

test('Basic credentials are 401 on every route but the one to which OAuth 2 clients send theirs', async () => {
  for (const { method, url } of gatedRoutes(muster.routes, { pid })) {
    const { status, code } = await refusalOf(method, url, 'Basic YWRhOnNlY3JldA==');
    const expected = url === '/api/token' ? [400, 'invalid_input'] : [401, 'malformed_token'];
    expect([url, status, code]).toEqual([url, ...expected]);
  }
});

test('a token that nobody was given is 401 on every route', async () => {
  await expectRefusedEverywhere(`Bearer ${newToken()}`, 'unknown_token');
});

test('the right prefix with another secret is refused', async () => {
  const forged = withChecksum(`${valid.slice(0, 10)}${newToken().slice(10, 56)}`);
  expect(forged.slice(0, 10)).toBe(valid.slice(0, 10));
  const response = await muster.call({ url: '/api/me', headers: bearer(forged) });
  expect({ status: response.statusCode, code: response.json().code }).toEqual({ status: 401, code: 'unknown_token' });
  expect((await muster.call({ url: '/api/me', headers: bearer(valid) })).statusCode).toBe(200);
});

test('an expired token is 401 on every route, from its last second on', async () => {
  const token = await tokenOf(muster, await createPerson(muster), { days: 1 });
  muster.clock.advance(86_400 - 1);
  expect((await muster.call({ url: '/api/me', headers: bearer(token) })).statusCode).toBe(200);
  muster.clock.advance(1);
  await expectRefusedEverywhere(`Bearer ${token}`, 'expired_token');
});

test('a revoked token is 401 on every route', async () => {
  const token = await tokenOf(muster, await createPerson(muster));
  const [{ id }] = (await muster.call({ url: '/api/me/tokens', headers: bearer(token) })).json().data;
  await muster.call({ method: 'DELETE', url: `/api/me/tokens/${id}`, headers: bearer(token) });
  await expectRefusedEverywhere(`Bearer ${token}`, 'revoked_token');
});

test("a suspended person's token is 401 on every route", async () => {
  const person = await createPerson(muster);
  const token = await tokenOf(muster, person);
  await muster.db.transaction((trx) =>
    trx
      .updateTable('people')
      .set({ suspended_at: muster.clock.now().toISOString() })
      .where('uid', '=', person.uid)
      .execute(),
  );
  await expectRefusedEverywhere(`Bearer ${token}`, 'suspended');
});

test('a wrong token is refused also beside a valid cookie', async () => {
  const { cookie = '' } = await browserOf(muster, await createPerson(muster));
  const response = await muster.call({ url: '/api/me', headers: { cookie, ...bearer('nonsense') } });
  expect(response.statusCode).toBe(401);
});

test('without any credentials protected routes say so, and give no error attribute', async () => {
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

test.each(['bearer', 'BEARER', 'bEaReR'])('the scheme may be written %s', async (scheme) => {
  const response = await muster.call({ url: '/api/me', headers: { authorization: `${scheme} ${valid}` } });
  expect(response.statusCode).toBe(200);
});

test('a valid token does no harm on public routes', async () => {
  expect((await muster.call({ url: `/members/${pid}`, headers: bearer(valid) })).statusCode).toBe(200);
});
