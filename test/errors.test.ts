import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { catalogue } from '../src/server/errors.ts';
import type { ErrorCode } from '../src/server/errors.ts';
import { startTestApp, useApp } from './support/app.ts';
import type { Call } from './support/app.ts';
import { bearer, createPerson, createProject, createTeam, tokenOf } from './support/factories.ts';

const muster = useApp();
let headers: { authorization: string };
beforeAll(async () => {
  headers = bearer(await tokenOf(muster, await createPerson(muster)));
});

/** Checks every field of the problem document and the log line of the request. */
async function expectProblem(call: Call, code: ErrorCode) {
  const from = muster.logs.length;
  const response = await muster.app.inject(call);
  const [status, title] = catalogue[code];
  const body = response.json();
  expect({ status: response.statusCode, type: response.headers['content-type'], code: body.code }).toEqual({
    status,
    type: 'application/problem+json; charset=utf-8',
    code,
  });
  const { detail, errors, request_id, ...rest } = body;
  expect(rest).toEqual({ type: `/api/errors#${code}`, title, status, code });
  expect(typeof detail).toBe('string');
  for (const error of errors ?? []) expect(error).toEqual({ pointer: expect.any(String), detail: expect.any(String) });
  expect(response.headers['x-request-id']).toBe(request_id);
  expect(response.headers['cache-control']).toBe('no-store');
  const lines = muster.logs.slice(from).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toContainEqual(expect.objectContaining({ request_id, status, msg: 'request' }));
  return response;
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const toToken = (type: Record<string, string>, payload: string | Buffer): Call => ({
  method: 'POST',
  url: '/api/token',
  headers: type,
  payload,
});

const cases: [name: string, call: () => Call, code: ErrorCode][] = [
  ['an unknown path', () => ({ url: '/api/nothing' }), 'no_such_route'],
  ['an unknown path outside the API', () => ({ url: '/nothing.php' }), 'no_such_route'],
  ['a path with a trailing slash', () => ({ url: '/api/me/' }), 'no_such_route'],
  ['a path in capitals', () => ({ url: '/API/ME' }), 'no_such_route'],
  ['a wrong method', () => ({ method: 'PUT', url: '/api/me' }), 'method_not_allowed'],
  [
    'a wrong method on a path with a parameter',
    () => ({ method: 'GET', url: '/api/me/tokens/x' }),
    'method_not_allowed',
  ],
  ['a wrong method on the listing', () => ({ method: 'POST', url: '/members/2026' }), 'method_not_allowed'],
  ['a body too large', () => toToken(json, JSON.stringify({ a: 'x'.repeat(16 * 1024) })), 'too_large'],
  ['a form too large', () => toToken(form, `username=${'x'.repeat(16 * 1024)}`), 'too_large'],
  ['an unsupported content type', () => toToken({ 'content-type': 'text/xml' }, '<a/>'), 'wrong_type'],
  ['plain text', () => toToken({ 'content-type': 'text/plain' }, 'username=a'), 'wrong_type'],
  ['an invalid content type', () => toToken({ 'content-type': 'nonsense' }, 'x'), 'wrong_type'],
  ['a body without a content type', () => toToken({ 'content-type': '' }, 'x'), 'wrong_type'],
  ['malformed JSON', () => toToken(json, '{"username":'), 'malformed_body'],
  ['JSON with a trailing comma', () => toToken(json, '{"username":"a",}'), 'malformed_body'],
  ['bytes that are not UTF-8', () => toToken(json, Buffer.from([0xff, 0xfe, 0x00])), 'malformed_body'],
  ['an empty JSON body', () => toToken(json, ''), 'malformed_body'],
  ['an empty form', () => toToken(form, ''), 'invalid_input'],
  ['no body at all', () => ({ method: 'POST', url: '/api/token' }), 'invalid_input'],
  ['JSON that is not an object', () => toToken(json, '"username"'), 'invalid_input'],
  ['a list', () => toToken(json, '[]'), 'invalid_input'],
  ['null', () => toToken(json, 'null'), 'invalid_input'],
  ['a prototype in JSON', () => toToken(json, '{"__proto__":{"a":1},"username":"a","password":"b"}'), 'malformed_body'],
  [
    'a constructor in JSON',
    () => toToken(json, '{"constructor":{"prototype":{"a":1}},"username":"a","password":"b"}'),
    'malformed_body',
  ],
  ['a prototype in a form', () => toToken(form, 'username=a&password=b&__proto__=c'), 'invalid_input'],
  ['a constructor in a form', () => toToken(form, 'username=a&password=b&constructor=c'), 'invalid_input'],
  ['a field twice in a form', () => toToken(form, 'username=a&username=b&password=c'), 'invalid_input'],
  ['invalid percent-encoding', () => ({ url: '/members/%zz' }), 'malformed_request'],
  ['an incomplete UTF-8 character in the path', () => ({ url: '/members/%c3' }), 'malformed_request'],
  ['a parameter too long', () => ({ url: `/members/${'a'.repeat(501)}` }), 'address_too_long'],
  ['an unknown query field', () => ({ url: '/api/me/tokens?limits=3', headers }), 'invalid_input'],
  ['a prototype in the query', () => ({ url: '/api/members?pid=a&__proto__=b' }), 'invalid_input'],
  ['a number out of range in the query', () => ({ url: '/api/me/tokens?limit=201', headers }), 'invalid_input'],
  ['a number in exponent notation', () => ({ url: '/api/me/tokens?limit=1e9', headers }), 'invalid_input'],
  ['an invalid cursor', () => ({ url: '/api/me/tokens?cursor=nonsense', headers }), 'invalid_input'],
  ['a cursor of another shape', () => ({ url: '/api/me/tokens?cursor=W10', headers }), 'invalid_input'],
];

test.each(cases)('%s returns a problem document', async (_name, call, code) => {
  await expectProblem(call(), code);
});

test('a small body is checked for all its errors, a large one up to the first', async () => {
  const errorsOf = async (text: string) => {
    const payload = { text, wrong: 1, unknown: 2 };
    const response = await expectProblem({ method: 'PUT', url: '/api/me/offer', headers, payload }, 'invalid_input');
    return response.json().errors.length;
  };
  expect(await errorsOf('x')).toBeGreaterThan(1);
  expect(await errorsOf('x'.repeat(100_001))).toBe(1);
});

test.each([
  ['PUT', '/api/me', 'GET'],
  ['POST', '/members/2026', 'GET'],
  ['PUT', '/api/token', 'POST'],
  ['PATCH', '/healthz', 'GET'],
  ['OPTIONS', '/api/token', 'POST'],
] as const)('%s %s returns an Allow header with %s', async (method, url, allowed) => {
  const response = await expectProblem({ method, url }, 'method_not_allowed');
  const methods = String(response.headers['allow']).split(', ');
  expect(methods).toContain(allowed);
  expect(methods).not.toContain(method);
  expect(methods.includes('HEAD')).toBe(methods.includes('GET'));
});

test('the content type may have capitals and parameters', async () => {
  for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset="UTF-8"']) {
    await expectProblem(toToken({ 'content-type': type }, '{"username":"a","password":"b"}'), 'invalid_credentials');
  }
});

test('an empty body with a JSON content type counts as no body', async () => {
  const { uid } = await createPerson(muster);
  const owner = await createPerson(muster);
  const pid = await createProject(muster, { owners: [owner] });
  await createTeam(muster, pid, { tid: 'venue' });
  const sent = { ...json, ...bearer(await tokenOf(muster, owner)) };
  const url = `/api/projects/${pid}/teams/venue/members/${uid}`;
  const status = async (call: Call) => (await muster.call({ payload: '', ...call })).statusCode;
  expect(await status({ method: 'PUT', url, headers: sent })).toBe(204);
  expect(await status({ method: 'DELETE', url, headers: { ...sent, 'content-length': '0' } })).toBe(204);
  expect(await status({ method: 'POST', url: '/api/sign-in/passkey/challenge', headers: json })).toBe(200);
});

test('accepts a body of exactly the maximum size', async () => {
  const payload = '{"username":"a","password":"b"}'.padEnd(16 * 1024, ' ');
  await expectProblem(toToken(json, payload), 'invalid_credentials');
});

test('signed-in callers may send larger bodies, up to their own limit', async () => {
  const sent = (bytes: number) => ({
    method: 'PUT' as const,
    url: '/api/me/resume',
    headers: { ...json, ...headers },
    payload: '{"markdown":"a"}'.padEnd(bytes, ' '),
  });
  expect((await muster.call(sent(256 * 1024))).statusCode).toBe(200);
  await expectProblem(sent(256 * 1024 + 1), 'too_large');
});

test('no request changes Object.prototype', async () => {
  for (const [, call] of cases) await muster.app.inject(call());
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect('a' in {}).toBe(false);
});

test('an internal error returns 500 without SQL, stack or input, and is logged without the input', async () => {
  await using broken = await startTestApp();
  const token = await tokenOf(broken, await createPerson(broken));
  const secret = 'leaky@example.org';
  await broken.db.transaction(async (trx) => {
    await sql`create table elsewhere (email text not null check (email = ''))`.execute(trx);
    await sql`drop table sign_in_links`.execute(trx);
    await sql`alter table elsewhere rename to sign_in_links`.execute(trx);
    for (const column of ['token_hash', 'purpose', 'created_at', 'expires_at']) {
      await sql`alter table sign_in_links add column ${sql.ref(column)} text`.execute(trx);
    }
    await sql`drop table memberships`.execute(trx);
  });
  const failures = [
    await broken.app.inject({ method: 'POST', url: '/api/sign-in/email', payload: { email: secret } }),
    await broken.app.inject({ url: '/api/me', headers: bearer(token) }),
  ];
  for (const response of failures) {
    const { request_id, ...body } = response.json();
    expect(body).toEqual({
      type: '/api/errors#internal',
      title: 'Something went wrong on our side',
      status: 500,
      detail: 'Something went wrong on our side',
      code: 'internal',
    });
    const logged = broken.logs.find((line) => line.includes(request_id) && line.includes('request failed'));
    expect(JSON.parse(logged ?? '{}').err).toMatchObject({ stack: expect.stringContaining('at ') });
  }
  expect(broken.logs.join('')).not.toContain(secret);
});

test('the pointer to an unknown field with a long name is cut to the documented length', async () => {
  const name = `${'x'.repeat(498)}😀${'y'.repeat(5000)}`;
  const answer = await muster.call({
    method: 'PUT',
    url: '/api/me/resume',
    headers,
    payload: { markdown: '', [name]: 1 },
  });
  expect(answer.json().errors).toEqual([{ pointer: `/${'x'.repeat(498)}\ufffd`, detail: 'is not a known field' }]);
});
