import { expect, test } from 'vitest';
import { startTestApp, useApp } from '../../../../test/support/app.ts';
import type { TestApp } from '../../../../test/support/app.ts';
import { bearer, createPerson, createProject, tokenOf } from '../../../../test/support/factories.ts';
import { readPackage } from '../../lib/package.ts';

const muster = useApp();

test('the process is alive and ready', async () => {
  for (const url of ['/healthz', '/readyz']) {
    const response = await muster.call(url);
    expect({ url, status: response.statusCode, body: response.json() }).toEqual({
      url,
      status: 200,
      body: url === '/healthz' ? { status: 'ok', version: readPackage().version } : { status: 'ok' },
    });
    expect(response.headers['cache-control']).toBe('no-store');
  }
});

test('without its database the process is alive but not ready', async () => {
  const gone = await startTestApp();
  await gone.db.close();
  expect((await gone.call('/healthz')).statusCode).toBe(200);
  const response = await gone.call('/readyz');
  expect({ status: response.statusCode, code: response.json().code }).toEqual({ status: 503, code: 'unavailable' });
  expect(response.headers['retry-after']).toBe('5');
  await gone.app.close();
  await gone.place[Symbol.asyncDispose]();
});

test('a database that lacks a migration is not ready', async () => {
  await using behind = await startTestApp();
  await behind.db.transaction((trx) => trx.deleteFrom('schema_migrations' as 'audit').execute());
  expect((await behind.call('/readyz')).statusCode).toBe(503);
});

const readMetrics = (app: TestApp, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.call({ url: '/metrics', headers, remoteAddress });

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
  'metrics can be read from the same machine (%s)',
  async (address) => {
    const response = await readMetrics(muster, {}, address);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  },
);

test('requests are counted by duration from one millisecond to five seconds', async () => {
  await muster.call('/readyz');
  const { body } = await readMetrics(muster);
  const bounds = [...body.matchAll(/^muster_http_request_seconds_bucket\{[^}]*le="([^"]+)"/gm)].map(
    ([, bound]) => bound,
  );
  expect([...new Set(bounds)]).toEqual(['0.001', '0.005', '0.01', '0.05', '0.1', '0.5', '1', '5', '+Inf']);
});

test.each(['localhost', 'LOCALHOST:3000', '127.0.0.1:3000', '[::1]:3000'])(
  'metrics can be read with the Host %s',
  async (host) => {
    expect((await readMetrics(muster, { host })).statusCode).toBe(200);
  },
);

test.each([
  [{}, '10.0.0.1'],
  [{}, '127.0.0.2'],
  [{ 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
  [{ forwarded: 'for=127.0.0.1' }, '127.0.0.1'],
  [{ via: '1.1 proxy' }, '127.0.0.1'],
  [{ 'x-real-ip': '127.0.0.1' }, '127.0.0.1'],
  [{ host: 'muster.example.org' }, '127.0.0.1'],
  [{ host: 'localhost.example.org:3000' }, '127.0.0.1'],
  [{ authorization: 'Bearer guess' }, '10.0.0.1'],
])('metrics are rejected for %j from %s', async (headers, address) => {
  const response = await readMetrics(muster, headers, address);
  expect({ status: response.statusCode, code: response.json().code }).toEqual({ status: 401, code: 'not_signed_in' });
  expect(response.headers['www-authenticate']).toBe('Bearer realm="muster"');
});

test('with METRICS_TOKEN metrics are readable from anywhere with the token, and rejected with a wrong one', async () => {
  await using guarded = await startTestApp({ place: muster.place, env: { METRICS_TOKEN: 'scrape-me-if-you-can' } });
  const statusOf = async (authorization: string, address: string) =>
    (await readMetrics(guarded, { authorization }, address)).statusCode;
  expect(await statusOf('Bearer scrape-me-if-you-can', '10.0.0.1')).toBe(200);
  expect(await statusOf('Bearer scrape-it-if-you-can', '10.0.0.1')).toBe(401);
  expect(await statusOf('Bearer scrape-it-if-you-can', '127.0.0.1')).toBe(401);
  const forwarded = await readMetrics(guarded, {
    authorization: 'Bearer scrape-me-if-you-can',
    'x-forwarded-for': '10.0.0.1',
  });
  expect(forwarded.statusCode).toBe(200);
});

test('metrics count requests by route, never by URL, and include waiting jobs', async () => {
  const pid = await createProject(muster);
  const headers = bearer(await tokenOf(muster, await createPerson(muster)));
  await muster.call({ url: `/members/${pid}` });
  await muster.call({ url: '/api/me', headers });
  await muster.call({ method: 'POST', url: '/api/sign-in/email', payload: { email: 'waiting@example.org' } });
  const { body } = await readMetrics(muster);
  expect(body).toMatch(/muster_http_request_seconds_count\{method="GET",route="\/members\/:pid",status="200"\} \d+/);
  expect(body).toMatch(/muster_http_request_seconds_count\{method="GET",route="\/api\/me",status="200"\} 1/);
  expect(body).toContain('muster_outbox_jobs{state="waiting"} 1');
  expect(body).toContain('muster_outbox_jobs{state="dead"} 0');
  expect(body).toMatch(/muster_database_queries_total \d+/);
  expect(body).toContain('process_resident_memory_bytes');
  for (const secret of [pid, 'waiting@example.org', headers.authorization.slice(7)]) expect(body).not.toContain(secret);
  await muster.deliver();
  expect((await readMetrics(muster)).body).toContain('muster_outbox_jobs{state="waiting"} 0');
});

test('each request is logged in one line with its route, status, duration and caller', async () => {
  const person = await createPerson(muster);
  const headers = bearer(await tokenOf(muster, person));
  const pid = await createProject(muster);
  for (const [url, route, uid] of [
    ['/api/me?', '/api/me', person.uid],
    [`/members/${pid}`, '/members/:pid', undefined],
  ] as const) {
    const from = muster.logs.length;
    const response = await muster.app.inject({ url, headers });
    const lines = muster.logs.slice(from).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        pid: expect.any(Number),
        hostname: expect.any(String),
        request_id: response.headers['x-request-id'],
        method: 'GET',
        route,
        status: response.statusCode,
        ms: expect.any(Number),
        ...(uid === undefined ? {} : { uid }),
        msg: 'request',
      },
    ]);
  }
});
